/** Something with the path of a schema. */
interface Placed {
  readonly field: string;
}

/**
 * Errors in an order that does not depend on that of properties, which is random in Go: where errors of several
 * properties of one schema follow each other, they are ordered by the names of these. All other errors stay where they
 * are. `path` is that of the schema.
 */
export function inOneOrder<T extends Placed>(errors: readonly T[], path: string): T[] {
  const ordered: T[] = [];
  for (let at = 0; at < errors.length;) {
    const child = childOf(errors[at]?.field ?? '', path);
    const beside = errors.findIndex(
      ({ field }, index) => index > at && (child === undefined || !isBeside(child, childOf(field, path))),
    );
    const end = beside === -1 ? errors.length : beside;
    const together = errors.slice(at, end);
    ordered.push(...(child === undefined ? together : byChild(together, path)));
    at = end;
  }
  return ordered;
}

function byChild<T extends Placed>(errors: readonly T[], path: string): T[] {
  const groups = Map.groupBy(errors, ({ field }) => childOf(field, path) ?? path);
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([child, group]) => inOneOrder(group, child));
}

/** The path of the schema in a schema, or of the value in a default, that an error is in; undefined: of itself. */
function childOf(field: string, path: string): string | undefined {
  if (!field.startsWith(path)) return undefined;
  const step = (IN_DEFAULT.test(path) ? VALUE : SCHEMA).exec(field.slice(path.length));
  return step === null ? undefined : path + step[0];
}

const IN_DEFAULT = /\.default(?:[.[]|$)/;
const SCHEMA = /^\.(?:items|additionalProperties|default|properties\[[^\]]*\])(?=[.[])/;
const VALUE = /^(?:\.[^.[]+|\[[^\]]*\])/;

/** Whether two schemas in a schema, or values in a default, are the same one, or two properties. */
function isBeside(one: string, other: string | undefined): boolean {
  if (other === undefined) return false;
  return one === other || IN_DEFAULT.test(one) || (one.endsWith(']') && other.endsWith(']'));
}
