/**
 * The last step of a build: puts the declarations of client-node's models that dist needs into dist/client-node, so
 * that consumers need not read all of client-node's.
 *
 *   node scripts/bundle-models.ts
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleModels } from './models/bundle-models.ts';
import { clientNodeFolder } from './wire-types/client-node-folder.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
bundleModels(join(root, 'dist'), clientNodeFolder(root));
