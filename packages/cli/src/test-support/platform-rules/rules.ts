import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** What a platform does with names of files that Linux does not. */
export interface PlatformRules {
  /** Whether paths begin with a drive and have backslashes, and some names are refused. */
  readonly windows: boolean;
  /** Whether `Readme` and `readme` are one file. */
  readonly ignoresCase: boolean;
}

/** The rules of each platform, by the name in `PLATFORM_RULES`. */
const platforms: Readonly<Record<string, PlatformRules>> = {
  linux: { windows: false, ignoresCase: false },
  darwin: { windows: false, ignoresCase: true },
  win32: { windows: true, ignoresCase: true },
};

/** The platform whose rules this process follows: `PLATFORM_RULES`, `linux` by default. */
export const platform: string = process.env['PLATFORM_RULES'] ?? 'linux';

/** Its rules. Throws an Error for a platform without any. */
export const rules: PlatformRules = rulesOf(platform);

/** The folder below which the rules for names hold: that of temporary files. */
export const ruledFolder: string = realpathSync(tmpdir());

function rulesOf(name: string): PlatformRules {
  const found = platforms[name];
  if (found === undefined) throw new Error(`PLATFORM_RULES is ${name}, not one of ${Object.keys(platforms).join()}`);
  return found;
}
