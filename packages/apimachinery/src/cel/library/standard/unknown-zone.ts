import { utf8Length } from '../../../names/utf8-length.ts';
import { type CelError, celError } from '../../values/value.ts';

/** The folders of the time zone database. */
const FOLDERS =
  /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US|America\/(?:Argentina|Indiana|Kentucky|North_Dakota))$/;

/** What Linux allows for a part of a path and for a whole one, in bytes, and the longest path to a database in Go. */
const PART_LIMIT = 255;
const PATH_LIMIT = 4096;
const DATABASE = '/usr/share/lib/zoneinfo/';

/**
 * The error of an unknown time zone. Go looks for a file of this name, and hands on what Linux says of it unless
 * that is that there is none.
 */
export function unknownZone(zone: string, isZone: (name: string) => boolean): CelError {
  return celError(problemOf(zone, isZone) ?? `unknown time zone ${zone}`);
}

function problemOf(zone: string, isZone: (name: string) => boolean): string | undefined {
  if (zone.includes('\0')) return 'invalid argument';
  if (DATABASE.length + utf8Length(zone) >= PATH_LIMIT) return 'file name too long';
  let folder = '';
  for (const part of zone.split('/')) {
    if (utf8Length(part) > PART_LIMIT) return 'file name too long';
    const path = folder + part;
    if (!FOLDERS.test(path)) return path !== zone && isZone(path) ? 'not a directory' : undefined;
    folder = `${path}/`;
  }
  return 'is a directory';
}
