import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** What a platform does with names of files that Linux does not. */
export interface PlatformRules {
  /** Whether paths begin with a drive and have backslashes, and some names are refused. */
  readonly windows: boolean;
  /** Whether `Readme` and `readme` are one file. */
  readonly ignoresCase: boolean;
}

/** The rules of each platform, by the name in `KB_TEST_PLATFORM`. */
const platforms: Readonly<Record<string, PlatformRules>> = {
  linux: { windows: false, ignoresCase: false },
  darwin: { windows: false, ignoresCase: true },
  win32: { windows: true, ignoresCase: true },
};

/** The platform whose rules this process follows: `KB_TEST_PLATFORM`, `linux` by default. */
export const platform: string = process.env['KB_TEST_PLATFORM'] ?? 'linux';

/** Its rules. Throws an Error for a platform without any. */
export const rules: PlatformRules = rulesOf(platform);

/** The folder below which the rules for names hold: that of temporary files. */
export const ruledFolder: string = realpathSync(tmpdir());

function rulesOf(name: string): PlatformRules {
  const found = platforms[name];
  if (found === undefined) throw new Error(`KB_TEST_PLATFORM is ${name}, not one of ${Object.keys(platforms).join()}`);
  return found;
}
