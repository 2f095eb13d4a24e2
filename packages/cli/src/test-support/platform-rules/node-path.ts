// Replaces node:path: the rules of the platform.
import path from 'node:path';
import { rules } from './rules.ts';

const own = rules.windows ? path.win32 : path.posix;

export const { basename, delimiter, dirname, extname, format, isAbsolute, join, normalize, parse } = own;
export const { posix, relative, resolve, sep, win32 } = own;
// The module that it replaces has one.
// oxlint-disable-next-line import/no-default-export
export default own;
