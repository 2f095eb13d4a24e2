// Replaces node:fs/promises: every name is one of the platform's.
import promises from 'node:fs/promises';
import { mkdtempSync, readdirSync } from './node-fs.ts';
import { realName } from './names.ts';

type Name = string | URL;

const onFile =
  <Rest extends unknown[], Result>(call: (file: string, ...rest: Rest) => Promise<Result>) =>
  async (file: Name, ...rest: Rest): Promise<Result> =>
    await call(realName(file), ...rest);

export const readFile = onFile(promises.readFile);
export const rm = onFile(promises.rm);
export const stat = onFile(promises.stat);
export const writeFile = onFile(promises.writeFile);
export const mkdtemp = async (prefix: string): Promise<string> => await Promise.resolve(mkdtempSync(prefix));
export const readdir = async (...call: Parameters<typeof readdirSync>): Promise<ReturnType<typeof readdirSync>> =>
  await Promise.resolve(readdirSync(...call));
export const rename = async (from: Name, to: Name): Promise<void> =>
  await promises.rename(realName(from), realName(to));
