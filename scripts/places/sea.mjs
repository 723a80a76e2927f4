// A single executable application: a bundle inside a copy of Node.
import { chmodSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';

import { deploy } from './bundlers.mjs';
import { commonJsProgram, expectOutput, GREETING, REFUSED_TRANSFORM, TRANSFORM } from './project.mjs';

const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

export const seaPlaces = {
  packages: ['esbuild', 'postject'],
  places: [
    {
      name: 'single executable',
      quick: false,
      async check(project) {
        project.write({
          'app.cjs': commonJsProgram(TRANSFORM),
          'sea.json': { main: 'bundle.cjs', output: 'app.blob', disableExperimentalSEAWarning: true },
        });
        await project.tool('esbuild', 'app.cjs', '--bundle', '--platform=node', '--outfile=bundle.cjs');
        await project.node('--experimental-sea-config', 'sea.json');
        copyFileSync(process.execPath, join(project.folder, 'app'));
        chmodSync(join(project.folder, 'app'), 0o755);
        await project.tool('postject', 'app', 'NODE_SEA_BLOB', 'app.blob', '--sentinel-fuse', FUSE);
        const output = await deploy(project, 'app').run('./app', []);
        for (const each of [GREETING, ...REFUSED_TRANSFORM]) expectOutput(output, each);
        return process.version;
      },
    },
  ],
};
