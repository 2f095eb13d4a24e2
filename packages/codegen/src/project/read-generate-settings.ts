import { isDns1123Subdomain } from '@kb/apimachinery/server';
import type { GenerateSettings } from './project-file.ts';
import { asObject, flag, type Path, type Report, text, texts } from './read-values.ts';

type Settings = Readonly<Record<string, unknown>>;

/** The settings that `generate` in the project file can have, in the order in which messages list them. */
const keys: Readonly<Record<keyof GenerateSettings, true>> = {
  ignoredMarkers: true,
  strict: true,
  allowDangerousTypes: true,
  maxDescriptionLength: true,
  generateEmbeddedObjectMeta: true,
  preserveUnknownFields: true,
  headerFile: true,
  sourceHeaderFile: true,
  year: true,
  roleName: true,
  roleFile: true,
};

/**
 * Reads the settings under `generate`; undefined if there are none. `at` is their place in the file. Reports problems.
 */
export function readGenerateSettings(
  value: unknown,
  report: Report,
  at: Path = ['generate'],
): GenerateSettings | undefined {
  if (value === undefined) return undefined;
  const settings = asObject(value, at, report);
  for (const key of Object.keys(settings)) {
    if (!Object.hasOwn(keys, key))
      report([...at, key], `generate has no ${JSON.stringify(key)}`, `it has ${Object.keys(keys).join(', ')}`, 'key');
  }
  const ignoredMarkers = texts(settings, 'ignoredMarkers', at, report);
  const length = readLength(settings, at, report);
  return {
    ...(ignoredMarkers.length > 0 && { ignoredMarkers }),
    ...(flag(settings, 'strict', at, report) && { strict: true }),
    ...(flag(settings, 'allowDangerousTypes', at, report) && { allowDangerousTypes: true }),
    ...(length !== undefined && { maxDescriptionLength: length }),
    ...(flag(settings, 'generateEmbeddedObjectMeta', at, report) && { generateEmbeddedObjectMeta: true }),
    ...(readPreserveUnknownFields(settings, at, report) && { preserveUnknownFields: false }),
    ...readFile('headerFile', settings, at, report),
    ...readFile('sourceHeaderFile', settings, at, report),
    ...readYear(settings, at, report),
    ...readRoleName(settings, at, report),
    ...readRoleFile(settings, at, report),
  };
}

function readLength(settings: Settings, at: Path, report: Report): number | undefined {
  const value = settings['maxDescriptionLength'];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  report(
    [...at, 'maxDescriptionLength'],
    `expected a whole number, 0 or more, as generate.maxDescriptionLength, found ${JSON.stringify(value)}`,
    'without it descriptions stay whole; 0 leaves them out',
  );
  return undefined;
}

/** Whether the setting is present; only false is allowed. */
function readPreserveUnknownFields(settings: Settings, at: Path, report: Report): boolean {
  if (settings['preserveUnknownFields'] === undefined || settings['preserveUnknownFields'] === null) return false;
  if (!flag(settings, 'preserveUnknownFields', at, report)) return true;
  report(
    [...at, 'preserveUnknownFields'],
    'preserveUnknownFields can only be false: apiextensions.k8s.io/v1 takes nothing else',
    'a field that keeps what is unknown has // +kubebuilder:pruning:PreserveUnknownFields',
  );
  return false;
}

function readFile(
  key: 'headerFile' | 'sourceHeaderFile',
  settings: Settings,
  at: Path,
  report: Report,
): { readonly [name: string]: string } {
  const file = text(settings, key, at, report);
  return file === '' ? {} : { [key]: file };
}

/** Reads a year. YAML parses a bare year as a number. */
function readYear(settings: Settings, at: Path, report: Report): { readonly year?: string } {
  const value = settings['year'];
  const year = typeof value === 'number' ? String(value) : text(settings, 'year', at, report);
  return year === '' ? {} : { year };
}

function readRoleName(settings: Settings, at: Path, report: Report): { readonly roleName?: string } {
  const roleName = text(settings, 'roleName', at, report);
  if (roleName === '') return {};
  // The API server accepts any path segment as the name of a role, such as "system:reader".
  if (roleName === '.' || roleName === '..' || /[/%]/.test(roleName)) {
    report([...at, 'roleName'], `${JSON.stringify(roleName)} is not a valid name of a role`, 'such as manager-role');
  }
  return { roleName };
}

function readRoleFile(settings: Settings, at: Path, report: Report): { readonly roleFile?: string } {
  const roleFile = text(settings, 'roleFile', at, report);
  if (roleFile === '') return {};
  if (isDns1123Subdomain(roleFile.toLowerCase().replaceAll('_', '-')).length > 0 || !/\.ya?ml$/.test(roleFile)) {
    report(
      [...at, 'roleFile'],
      `${JSON.stringify(roleFile)} is not a valid name of a manifest`,
      'a name without a folder, such as role.yaml; its folder is paths.rbac',
    );
  }
  return { roleFile };
}
