/**
 * Writes generated/descriptions.json: what the documentation of the pinned @kubernetes/client-node says of the built-in types and their fields. A build product, never
 * committed, shipped in the package.
 *
 *   node scripts/extract-descriptions.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { descriptionsFile } from '../src/data/descriptions.ts';
import { extractDescriptions } from './descriptions/extract.ts';

const path = fileURLToPath(descriptionsFile);
mkdirSync(dirname(path), { recursive: true });
writeFileSync(path, extractDescriptions(fileURLToPath(new URL('..', import.meta.url))));
