import { existsSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject, JsonValue } from '@kb/apimachinery';
import type { ContainerBehavior, ImageBehaviors } from '@kb/simulation';
import type { Flag } from '../command-line/command.ts';
import { readLocatedYaml } from './read-located-yaml.ts';

/** The flag of commands with a simulated node: how the containers of images behave on it. */
export const imagesFlag: { readonly images: Flag & { type: 'string' } } = {
  images: {
    type: 'string',
    value: 'FILE',
    description:
      'YAML that says how the containers of images behave on the simulated node: a map from patterns of images to exitCode, exitAfterMs, runs, unready, neverStarted, unhealthyAfterMs, oomAfterMs, pullError, startError, startMs, stopMs, postStartMs, postStartError, preStopMs, preStopError, terminationMessage, logs, exec, ports.',
  },
};

/** Where `kb dev` looks for the file, without the flag. */
const DEFAULT_FILE = 'images.yaml';

/**
 * Reads the file of the flag; without it, `config/images.yaml` of a project, if it exists. `config`: the project's
 * folder, if there is a project. Returns `{}` without a file, and throws a CliError for a malformed one.
 */
export function readImages(flag: string | undefined, cwd: string, config?: string): ImageBehaviors {
  if (flag !== undefined) return readImageBehaviors(path.resolve(cwd, flag));
  const file = config === undefined ? undefined : path.join(config, DEFAULT_FILE);
  return file !== undefined && existsSync(file) ? readImageBehaviors(file) : {};
}

/**
 * Reads how the containers of images behave:
 *
 * ```yaml
 * example.com/migrate:*: { exitCode: [1, 0], exitAfterMs: 5000 }
 * example.com/missing:*: { pullError: not found }
 * ```
 *
 * Throws a CliError with the place of the first mistake.
 */
function readImageBehaviors(file: string): ImageBehaviors {
  const behaviors: Record<string, ContainerBehavior> = {};
  for (const { value, refuse } of readLocatedYaml(file, 'KB_IMAGES_INVALID')) {
    if (!isObject(value)) return refuse([], 'expected a map from patterns of images to behaviors');
    for (const [pattern, behavior] of Object.entries(value)) {
      if (!isObject(behavior)) return refuse([pattern], `expected a map of ${Object.keys(fields).join(', ')}`);
      behaviors[pattern] = readBehavior(behavior, (field, message) => refuse([pattern, field], message));
    }
  }
  return behaviors;
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTime = (value: JsonValue): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isCode = (value: JsonValue): boolean => isTime(value) && Number(value) <= 255;
const isFlag = (value: JsonValue): boolean => typeof value === 'boolean';
const isText = (value: JsonValue): boolean => typeof value === 'string' && value !== '';

const isString = (value: JsonValue): boolean => typeof value === 'string';
const isPort = (value: JsonValue | undefined): boolean =>
  Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= 65_535;
const isListOf = (value: JsonValue, check: (one: JsonValue) => boolean): boolean =>
  Array.isArray(value) && value.every(check);

/** Whether a value says what stands in for a program of a container. */
function isProgram(value: JsonValue | undefined): boolean {
  if (!isObject(value)) return false;
  const checks: Readonly<Record<string, (one: JsonValue) => boolean>> =
    'run' in value
      ? { run: (run) => isListOf(run, isString) && Array.isArray(run) && run.length > 0, directory: isText }
      : { output: isString, errors: isString, exitCode: isCode };
  return Object.entries(value).every(
    ([field, one]) => one !== undefined && Object.hasOwn(checks, field) && checks[field]?.(one) === true,
  );
}

/** The fields of a behavior, and what they take. */
const fields: Readonly<Record<string, readonly [expected: string, check: (value: JsonValue) => boolean]>> = {
  exitCode: [
    'a number from 0 to 255, or a list of them',
    (value) => isCode(value) || (Array.isArray(value) && value.length > 0 && value.every(isCode)),
  ],
  exitAfterMs: ['milliseconds', isTime],
  startMs: ['milliseconds', isTime],
  runs: ['true or false', isFlag],
  unready: ['true or false', isFlag],
  neverStarted: ['true or false', isFlag],
  unhealthyAfterMs: ['milliseconds', isTime],
  oomAfterMs: ['milliseconds', isTime],
  pullError: ['a text', isText],
  startError: ['a text', isText],
  terminationMessage: ['a text', isText],
  stopMs: ['milliseconds', isTime],
  postStartMs: ['milliseconds', isTime],
  postStartError: ['a text', isText],
  preStopMs: ['milliseconds', isTime],
  preStopError: ['a text', isText],
  logs: ['a text, or a list of lines', (value) => typeof value === 'string' || isListOf(value, isString)],
  exec: [
    'a map from programs to output, errors and exitCode, or to run (a program of this machine with its arguments) and directory',
    (value) => isObject(value) && Object.values(value).every(isProgram),
  ],
  ports: [
    'a map from ports of the container to ports of this machine',
    (value) => isObject(value) && Object.entries(value).every(([port, local]) => isPort(Number(port)) && isPort(local)),
  ],
};

function readBehavior(behavior: JsonObject, refuse: (field: string, message: string) => never): ContainerBehavior {
  for (const [field, value] of Object.entries(behavior)) {
    const [expected, check] = Object.hasOwn(fields, field) ? (fields[field] ?? []) : [];
    if (check === undefined) {
      return refuse(field, `unknown field ${JSON.stringify(field)}: expected ${Object.keys(fields).join(', ')}`);
    }
    if (value === undefined || !check(value)) return refuse(field, `${field}: expected ${expected ?? ''}`);
  }
  return behavior;
}
