import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ruledFolder, rules } from './rules.ts';

/** The drive of all files. */
const DRIVE = 'C:';

/** Names that are devices, with any extension, and characters that names cannot have. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const REFUSED = /[<>:"|?*]|[. ]$/;

/** Returns the name that the platform has for a file of this machine, such as `C:\tmp\shop` for `/tmp/shop`. */
export function platformName(real: string): string {
  return rules.windows && real.startsWith('/') ? `${DRIVE}${flipped(real)}` : real;
}

/** Returns a relative name as the platform writes it. */
export function flipped(name: string): string {
  return rules.windows ? name.replaceAll('/', '\\') : name;
}

/**
 * Returns the file of this machine that the platform means by a name. Throws an Error for a name that the platform
 * refuses, and for a drive that does not exist.
 */
export function realName(name: string | URL): string {
  const text = typeof name === 'string' ? name : fileURLToPath(name);
  if (!rules.windows) return withRealCase(path.resolve(text));
  const drive = /^([a-z]:)?(.*)$/is.exec(text);
  if (drive?.[1] !== undefined && drive[1].toUpperCase() !== DRIVE) throw refusal('ENOENT', text);
  return withRealCase(path.resolve((drive?.[2] ?? '').replaceAll('\\', '/')));
}

/** Returns the name of the file that exists, if one differs in case only. */
function withRealCase(file: string): string {
  if (!rules.ignoresCase || !file.startsWith(`${ruledFolder}/`)) return file;
  let folder = ruledFolder;
  for (const part of file.slice(ruledFolder.length + 1).split('/')) {
    if (rules.windows && (DEVICES.test(part) || REFUSED.test(part))) throw refusal('EINVAL', file);
    const wanted = part.toLowerCase();
    const found = entriesOf(folder).find((entry) => entry.toLowerCase() === wanted);
    folder = `${folder}/${found ?? part}`;
  }
  return folder;
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function refusal(code: string, name: string): Error {
  return Object.assign(new Error(`${code}: the platform refuses this name, '${name}'`), { code, path: name });
}
