import path from 'node:path';
import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { mistakeIn, readDocuments } from '@kb/apimachinery/yaml';
import { CliError } from '../cli-error.ts';
import type { Flag } from '../command-line/command.ts';
import { readFlagFile } from './read-flag-file.ts';

const FLAG = 'admission-control-config-file';

/** The flag of the configuration of admission plugins, by kube-apiserver's name. */
export const admissionConfigurationFlag: { readonly [FLAG]: Flag & { type: 'string' } } = {
  [FLAG]: {
    type: 'string',
    value: 'FILE',
    description: 'The configuration of admission plugins: an apiserver.config.k8s.io/v1 AdmissionConfiguration.',
  },
};

/**
 * Reads the configuration of admission plugins, with the files that it names in place of their paths. Throws a CliError
 * for a file that cannot be read, with the place of a mistake in YAML. Undefined without the flag.
 */
export function readAdmissionConfiguration(file: string | undefined, cwd: string): JsonObject | undefined {
  if (file === undefined) return undefined;
  const document = readYaml(file, 'an AdmissionConfiguration', cwd);
  if (!isObject(document)) throw invalid(`${file} is not an AdmissionConfiguration`);
  const { plugins } = document;
  if (!Array.isArray(plugins)) return document;
  const folder = path.dirname(path.resolve(cwd, file));
  return {
    ...document,
    plugins: plugins.map((plugin): JsonValue => {
      if (!isObject(plugin) || isObject(plugin.configuration)) return plugin;
      const { path: named } = plugin;
      if (typeof named !== 'string' || named === '') return plugin;
      const expected = `the configuration of ${typeof plugin.name === 'string' ? plugin.name : 'a plugin'}`;
      return { ...plugin, configuration: readYaml(named, expected, folder) };
    }),
  };
}

/** Reads the one document of a YAML file. */
function readYaml(file: string, expected: string, folder: string): JsonValue {
  const [document, second] = readDocuments(readFlagFile({ flag: FLAG, file, expected }, folder));
  if (second !== undefined) throw invalid(`${file} has more than one document`);
  if (document === undefined) return null;
  const mistake = mistakeIn(document);
  if (mistake !== undefined)
    throw invalid(`${file}:${mistake.line}:${mistake.column}: ${mistake.message}`, mistake.hint);
  return 'locate' in document.parsed ? document.parsed.value : null;
}

function invalid(message: string, hint?: string): CliError {
  return new CliError('KB_WRONG_FLAGS', `--${FLAG}: ${message}`, { exitCode: 2, ...(hint !== undefined && { hint }) });
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
