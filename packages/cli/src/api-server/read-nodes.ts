import { existsSync } from 'node:fs';
import path from 'node:path';
import { type JsonObject, type JsonValue, parseQuantity, QuantityError } from '@kb/apimachinery';
import { isLabelValue, isQualifiedName, nameIsDnsSubdomain } from '@kb/apimachinery/server';
import type { SimulatedNode } from '@kb/simulation';
import { CliError } from '../cli-error.ts';
import type { Flag } from '../command-line/command.ts';
import { readLocatedYaml, type Refuse } from './read-located-yaml.ts';

/** The flag of commands with simulated nodes: how many there are, or what they are like. */
export const nodesFlag: { readonly nodes: Flag & { type: 'string' } } = {
  nodes: {
    type: 'string',
    value: 'NUMBER|FILE',
    description:
      'The simulated nodes: their number, or YAML with a list of maps of name, count, labels, taints and capacity. Default: one that is large enough for everything.',
  },
};

/** Where `kb dev` looks for the file, without the flag. */
const DEFAULT_FILE = 'nodes.yaml';
/** As many as the largest clusters that Kubernetes supports. */
const MOST = 5000;

/**
 * Reads the value of the flag; without it, `config/nodes.yaml` of a project, if it exists. `config`: the project's
 * folder, if there is a project. Returns undefined for the default node, and throws a CliError for a malformed file.
 */
export function readNodes(
  flag: string | undefined,
  cwd: string,
  config?: string,
): readonly SimulatedNode[] | undefined {
  if (flag !== undefined) return /^\d+$/.test(flag) ? equalNodes(Number(flag)) : readNodesFile(path.resolve(cwd, flag));
  const file = config === undefined ? undefined : path.join(config, DEFAULT_FILE);
  return file !== undefined && existsSync(file) ? readNodesFile(file) : undefined;
}

function equalNodes(count: number): readonly SimulatedNode[] | undefined {
  if (count < 1 || count > MOST)
    throw new CliError('KB_WRONG_FLAGS', `--nodes takes a number from 1 to ${MOST}, or a file`, { exitCode: 2 });
  return count === 1 ? undefined : [{ count }];
}

/**
 * Reads nodes as `createTestEnvironment({ nodes })` takes them:
 *
 * ```yaml
 * - { name: worker, count: 3, capacity: { cpu: 4, memory: 16Gi, pods: 110 } }
 * - { name: gpu, labels: { gpu: 'true' }, taints: [{ key: gpu, effect: NoSchedule }] }
 * ```
 *
 * Throws a CliError with the place of the first mistake.
 */
function readNodesFile(file: string): readonly SimulatedNode[] | undefined {
  const nodes: SimulatedNode[] = [];
  const names = new Set<string>();
  for (const { value, refuse } of readLocatedYaml(file, 'KB_NODES_INVALID')) {
    if (!Array.isArray(value)) return refuse([], `expected a list of maps of ${fieldNames}`);
    value.forEach((item, index) => {
      const refuseHere: Refuse = (place, message) => refuse([index, ...place], message);
      const node = readNode(item, refuseHere);
      nodes.push(node);
      for (const name of namesOf(node)) {
        if (names.has(name)) refuseHere(['name'], `two nodes have the name ${name}`);
        names.add(name);
        if (names.size > MOST) refuseHere(['count'], `expected at most ${MOST} nodes`);
      }
    });
  }
  return nodes.length === 0 ? undefined : nodes;
}

/** The names of nodes like this, as the simulation gives them. */
function* namesOf({ name = 'simulated', count }: SimulatedNode): Generator<string> {
  if (count === undefined) yield name;
  else for (let index = 1; index <= count; index += 1) yield `${name}-${index}`;
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the value of a field, or refuses it. */
type Read<T> = (value: JsonValue, refuse: Refuse) => T;

const fields: { readonly [F in keyof SimulatedNode]-?: Read<NonNullable<SimulatedNode[F]>> } = {
  name: (value, refuse) => {
    if (typeof value !== 'string' || nameIsDnsSubdomain(value, false).length > 0)
      return refuse([], 'name: expected a name of lowercase letters, digits, hyphens and periods');
    return value;
  },
  count: (value, refuse) => {
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1 || value > MOST)
      return refuse([], `count: expected a number from 1 to ${MOST}`);
    return value;
  },
  labels: (value, refuse) => {
    if (!isObject(value)) return refuse([], 'labels: expected a map of texts');
    const entries = Object.entries(value).map(([key, label]): [string, string] => {
      const [problem] = isQualifiedName(key);
      if (problem !== undefined) return refuse([key], `labels: ${JSON.stringify(key)}: ${problem}`);
      if (typeof label !== 'string') return refuse([key], `labels: ${key}: expected a text, such as 'true' in quotes`);
      const [wrong] = isLabelValue(label);
      return wrong === undefined ? [key, label] : refuse([key], `labels: ${key}: ${wrong}`);
    });
    return Object.fromEntries(entries);
  },
  taints: (value, refuse) => {
    if (!Array.isArray(value)) return refuse([], 'taints: expected a list of maps of key, value and effect');
    return value.map((taint, index) => readTaint(taint, (place, message) => refuse([index, ...place], message)));
  },
  capacity: (value, refuse) => {
    if (!isObject(value)) return refuse([], 'capacity: expected a map of quantities');
    const entries = Object.entries(value).map(([resource, amount]): [string, string] => {
      const quantity = typeof amount === 'number' || typeof amount === 'string' ? String(amount) : '';
      if (!isAmount(quantity))
        return refuse([resource], `capacity: ${resource}: expected a quantity that is not negative, such as 4 or 16Gi`);
      return [resource, quantity];
    });
    return Object.fromEntries(entries);
  },
};

const fieldNames = Object.keys(fields).join(', ');

function readNode(item: JsonValue, refuse: Refuse): SimulatedNode {
  if (!isObject(item)) return refuse([], `expected a map of ${fieldNames}`);
  for (const field of Object.keys(item))
    if (!Object.hasOwn(fields, field))
      refuse([field], `unknown field ${JSON.stringify(field)}: expected ${fieldNames}`);
  const read = <F extends keyof SimulatedNode>(field: F): Pick<SimulatedNode, F> | undefined => {
    const value = item[field];
    if (value === undefined) return undefined;
    const parsed = fields[field](value, (place, message) => refuse([field, ...place], message));
    return { [field]: parsed } as Pick<SimulatedNode, F>;
  };
  return { ...read('name'), ...read('count'), ...read('labels'), ...read('taints'), ...read('capacity') };
}

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

function readTaint(taint: JsonValue, refuse: Refuse): NonNullable<SimulatedNode['taints']>[number] {
  if (!isObject(taint)) return refuse([], 'taints: expected maps of key, value and effect');
  for (const field of Object.keys(taint))
    if (!['key', 'value', 'effect'].includes(field))
      refuse([field], `unknown field ${JSON.stringify(field)}: expected key, value, effect`);
  const { key, value, effect } = taint;
  if (typeof key !== 'string' || isQualifiedName(key).length > 0)
    return refuse(['key'], 'key: expected a name, such as example.com/dedicated');
  if (typeof effect !== 'string' || !effects.includes(effect))
    return refuse(['effect'], `effect: expected ${effects.join(', ')}`);
  if (value === undefined) return { key, effect };
  if (typeof value !== 'string' || isLabelValue(value).length > 0)
    return refuse(['value'], "value: expected a text, such as 'true' in quotes");
  return { key, value, effect };
}

function isAmount(quantity: string): boolean {
  try {
    parseQuantity(quantity);
    return !quantity.startsWith('-');
  } catch (error) {
    if (error instanceof QuantityError) return false;
    throw error;
  }
}
