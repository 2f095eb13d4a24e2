// Replaces node:fs: every name is one of the platform's.
import fs from 'node:fs';
import { flipped, platformName, realName } from './names.ts';
import { rules } from './rules.ts';

type Name = string | URL;

const onFile =
  <Rest extends unknown[], Result>(call: (file: string, ...rest: Rest) => Result) =>
  (file: Name, ...rest: Rest): Result =>
    call(realName(file), ...rest);

const onFiles =
  <Rest extends unknown[], Result>(call: (from: string, to: string, ...rest: Rest) => Result) =>
  (from: Name, to: Name, ...rest: Rest): Result =>
    call(realName(from), realName(to), ...rest);

/** Reads and writes take an open file too. */
const onFileOrNumber =
  <Rest extends unknown[], Result>(call: (file: string | number, ...rest: Rest) => Result) =>
  (file: Name | number, ...rest: Rest): Result =>
    call(typeof file === 'number' ? file : realName(file), ...rest);

export const accessSync = onFile(fs.accessSync);
export const chmodSync = onFile(fs.chmodSync);
export const createReadStream = onFile(fs.createReadStream);
export const existsSync = onFile(fs.existsSync);
export const lstatSync = onFile(fs.lstatSync);
export const mkdirSync = onFile(fs.mkdirSync);
export const rmdirSync = onFile(fs.rmdirSync);
export const rmSync = onFile(fs.rmSync);
export const statSync = onFile(fs.statSync);
export const utimesSync = onFile(fs.utimesSync);
export const watch = onFile(fs.watch);
export const appendFileSync = onFileOrNumber(fs.appendFileSync);
export const readFileSync = onFileOrNumber(fs.readFileSync);
export const writeFileSync = onFileOrNumber(fs.writeFileSync);
export const copyFileSync = onFiles(fs.copyFileSync);
export const cpSync = onFiles(fs.cpSync);
export const linkSync = onFiles(fs.linkSync);
export const renameSync = onFiles(fs.renameSync);
export const { closeSync, fsyncSync, writeSync } = fs;

/** Windows opens no folders. */
export const openSync = onFile((file: string, ...rest: [flags: fs.OpenMode]) => {
  if (rules.windows && fs.statSync(file, { throwIfNoEntry: false })?.isDirectory() === true)
    throw Object.assign(new Error(`EPERM: operation not permitted, open '${file}'`), { code: 'EPERM' });
  return fs.openSync(file, ...rest);
});

/** Windows lets only some users make symbolic links. */
export const symlinkSync = (target: string, file: Name): void => {
  if (rules.windows) throw Object.assign(new Error(`EPERM: operation not permitted, symlink`), { code: 'EPERM' });
  fs.symlinkSync(target, realName(file));
};

export const readlinkSync = (file: Name): string => flipped(fs.readlinkSync(realName(file)));

export const mkdtempSync = (prefix: string): string =>
  platformName(fs.mkdtempSync(realName(`${prefix}x`).slice(0, -1)));

export const realpathSync: { (file: Name): string; native(file: Name): string } = Object.assign(
  (file: Name) => platformName(fs.realpathSync(realName(file))),
  { native: (file: Name) => platformName(fs.realpathSync.native(realName(file))) },
);

/** Names of files below folders have backslashes on Windows, and so have the folders of entries. */
export const readdirSync = onFile((folder: string, ...rest: [options?: never]) => {
  const entries: readonly (string | fs.Dirent)[] = fs.readdirSync(folder, ...rest);
  return entries.map((entry) =>
    typeof entry === 'string' ? flipped(entry) : Object.assign(entry, { parentPath: platformName(entry.parentPath) }),
  );
});
