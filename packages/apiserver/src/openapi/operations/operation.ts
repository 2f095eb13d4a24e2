import type { GroupVersionKind } from '../../resources/served-resource.ts';
import type { Content } from '../definitions/definition-name.ts';
import { sortedByName } from '../definitions/sorted-by-name.ts';

/** Methods, in the order in which documents show them. */
export const methodActions = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const;

/** An HTTP method, as documents name it. */
export type Method = (typeof methodActions)[number];

/** A parameter in a query or in a path. */
export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path';
  readonly type: 'string' | 'boolean' | 'integer';
  /**
   * What tells parameters of one name apart whose descriptions differ. Version 2 of the documents keeps each parameter
   * once, under its name and this. Absent: a parameter that stands where it is used.
   */
  readonly shared?: string;
}

/** A request that can be made, as both versions of the documents describe it. */
export interface Operation {
  readonly path: string;
  readonly method: Method;
  /** The verb that it begins with and what follows the group version: `list` and `NamespacedPod`. */
  readonly id: { readonly prefix: string; readonly rest: string };
  /** `x-kubernetes-action`. */
  readonly action?: string;
  readonly kind?: GroupVersionKind;
  readonly parameters: readonly Parameter[];
  readonly body?: { readonly content: Content; readonly required: boolean };
  /** Media types. */
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
  /** The responses, by status. Absent content: a response without a body. */
  readonly responses: Readonly<Record<string, Content | undefined>>;
}

/** How answers are described, by status. */
export const responseWords: Readonly<Record<string, string>> = {
  '200': 'OK',
  '201': 'Created',
  '202': 'Accepted',
  '401': 'Unauthorized',
};

/** The parameters that all operations of a path have, and each operation with what is left. */
export function commonParameters(operations: readonly Operation[]): {
  common: readonly Parameter[];
  own: ReadonlyMap<Operation, readonly Parameter[]>;
} {
  const key = ({ name, in: place, shared }: Parameter): string => `${name} ${place} ${shared ?? ''}`;
  const counts = new Map<string, number>();
  for (const { parameters } of operations)
    for (const parameter of parameters) counts.set(key(parameter), (counts.get(key(parameter)) ?? 0) + 1);
  const isCommon = (parameter: Parameter): boolean => counts.get(key(parameter)) === operations.length;
  return {
    common: (operations[0]?.parameters ?? []).filter(isCommon).toSorted(byName),
    own: new Map(
      operations.map((operation) => [
        operation,
        operation.parameters.filter((parameter) => !isCommon(parameter)).toSorted(byName),
      ]),
    ),
  };
}

function byName(a: Parameter, b: Parameter): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : a.in < b.in ? -1 : 1;
}

/** Operations by path, paths and methods in the order of documents. */
export function byPath(operations: Iterable<Operation>): ReadonlyMap<string, readonly Operation[]> {
  const paths = new Map<string, Operation[]>();
  for (const operation of operations) {
    const present = paths.get(operation.path) ?? [];
    paths.set(operation.path, present);
    present.push(operation);
  }
  for (const group of paths.values())
    group.sort((a, b) => methodActions.indexOf(a.method) - methodActions.indexOf(b.method));
  return new Map(sortedByName(paths));
}
