#!/usr/bin/env node
// Committed, unlike dist: a package manager links commands when it installs, which is before anything is built.
import { main } from '../dist/cli.js';

// No `await`: published, this is CommonJS. What `main` rejects with ends the process all the same.
void main(process.argv.slice(2));
