#!/usr/bin/env node
// Committed, unlike dist: a package manager links commands when it installs, which is before anything is built.
import { main } from '../dist/cli.js';

await main(process.argv.slice(2));
