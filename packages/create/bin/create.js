#!/usr/bin/env node
// Runs "kb init" with the same arguments. Plain JavaScript, as the launcher of @kb/cli, so that it starts on any
// Node >= 20.19.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const cli = dirname(createRequire(import.meta.url).resolve('@kb/cli/package.json'));
process.argv.splice(2, 0, 'init');
await import(pathToFileURL(join(cli, 'bin', 'kb.js')).href);
