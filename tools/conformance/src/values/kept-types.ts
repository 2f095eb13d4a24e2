import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, 'kept-types.txt');

/** Types that differed once: one a line; lines that begin with # say something of those below. */
export function readKeptTypes(): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** Adds a type that differs; later runs begin with it. */
export function keepType(type: string): void {
  if (readKeptTypes().includes(type)) return;
  writeFileSync(file, `${readFileSync(file, 'utf8')}${type}\n`);
}
