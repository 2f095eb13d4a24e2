/**
 * Writes generated/descriptions.json: what the documentation of the pinned @kubernetes/client-node says of the built-in
 * types and their fields, in the lines that it has in Go. A build product, never committed, shipped in the package.
 *
 *   node scripts/extract-descriptions.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { descriptionsFile } from '../src/data/descriptions.ts';
import { extractDescriptions } from './descriptions/extract.ts';

const path = fileURLToPath(descriptionsFile);
const { content, total, exact } = extractDescriptions(fileURLToPath(new URL('..', import.meta.url)));
mkdirSync(dirname(path), { recursive: true });
writeFileSync(path, content);
console.log(`descriptions that are exactly those in Go: ${exact} of ${total}`);
