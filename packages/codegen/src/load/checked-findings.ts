import type { Span } from '../diagnostic/diagnostic.ts';
import { spanAt, spanOf } from './comments/comments.ts';
import type { OpenSources } from './load-sources.ts';
import { ts } from '../compiler.ts';
import type { FoundFinding } from './check/collect-findings.ts';
import { WHERE_THE_GENERATOR_LOOKS } from './findings/missing-type.ts';
import { isReached, reachedNodes } from './check/reached-nodes.ts';
import { misfitField } from './check/misfit.ts';
import { findingOf } from './check/type-error-finding.ts';
import type { TypeError } from './check/type-errors.ts';

/** The compiler's code for a module that cannot be found. */
const MODULE_MISSING = 2307;

/** The specifiers of missing modules that are not files of the project. */
export function foreignModules(errors: readonly TypeError[]): ReadonlySet<string> {
  const specifiers = errors
    .filter(({ code }) => code === MODULE_MISSING)
    .map(({ file, start, length }) => file.text.slice(start + 1, start + length - 1));
  return new Set(specifiers.filter((specifier) => !specifier.startsWith('.')));
}

/**
 * Returns the diagnostics of sources: the generator's findings and the compiler's errors, only one of the two for each
 * mistake. That a type is `any` is reported only if nothing inside it is wrong. `errors` must come from `checker`.
 */
export function checkedFindings(
  { program, findings: { found, anys } }: Pick<OpenSources, 'program' | 'findings'>,
  errors: readonly TypeError[],
  checker: ts.TypeChecker,
): FoundFinding[] {
  const placed = errors.map((error) => ({ error, span: spanAt(error.file, error.start, error.length) }));
  const said = found.filter((own) => !placed.some((other) => isSame(own, other) && !knowsBetter(own, other)));
  // The compiler may report one mistake at several places: a name that is declared twice.
  const known = new Set(
    placed.filter((other) => said.some((own) => isSame(own, other))).map(({ error }) => mistakeOf(error)),
  );
  const plain = anys.filter(({ written }) => {
    if (errors.length === 0) return true;
    const nodes = reachedNodes(program.checker, [written]);
    return !errors.some(({ file, start }) => isReached(nodes, file, start));
  });
  const added = placed.filter((one) => !known.has(mistakeOf(one.error)) && !isConsequence(one, placed));
  return [
    ...said,
    ...plain,
    ...added.map((one) => ({ span: placeOf(one, checker), finding: findingOf(one.error, checker) })),
  ];
}

/** The place where an author looks: the field, if the compiler points at the interface. */
function placeOf({ error, span }: PlacedError, checker: ts.TypeChecker): Span {
  const field = misfitField(error, checker);
  return field === undefined ? span : spanOf(field);
}

/** An error of the compiler, and where it is. */
interface PlacedError {
  readonly error: TypeError;
  readonly span: Span;
}

function mistakeOf({ file, code, messageText }: TypeError): string {
  return `${file.fileName} ${code} ${typeof messageText === 'string' ? messageText : messageText.messageText}`;
}

/** The codes for types that refer to themselves: the compiler reports every declaration of the cycle. */
const circles: ReadonlySet<number> = new Set([2310, 2456, 2502, 2589]);

/** True when both are about the same mistake. */
function isSame({ span, finding }: FoundFinding, other: PlacedError): boolean {
  if (span.file !== other.span.file) return false;
  if (finding.code === 'KB_RECURSIVE_TYPE' && circles.has(other.error.code)) return true;
  // For two incompatible parents, the compiler points at the interface, the generator at the parent.
  if (finding.code === 'KB_CONFLICTING_TYPES' && other.error.code === PARENTS_DIFFER)
    return span.line === other.span.line;
  if (finding.code === 'KB_NO_SCHEMA' && other.error.code === BESIDE_INDEX) return isOfMembers(span, other.error);
  return (
    span.line === other.span.line &&
    ((span.column < other.span.column + other.span.length && other.span.column < span.column + span.length) ||
      ofMembers.has(other.error.code))
  );
}

/** True when the place is the interface, or the inline object, whose member an error is about. */
function isOfMembers(span: Span, { file, start }: TypeError): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if (found || start < node.pos || start >= node.end) return;
    if (ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node)) {
      const { line, column } = spanOf(node);
      found = line === span.line && column === span.column;
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** True for an unknown name if another error says what was meant. */
function isConsequence({ error, span }: PlacedError, all: readonly PlacedError[]): boolean {
  return (
    unknownName.has(error.code) &&
    all.some(
      ({ error: other, span: place }) =>
        !unknownName.has(other.code) &&
        other.file === error.file &&
        place.line === span.line &&
        place.column === span.column,
    )
  );
}

/** The codes for names that are declared nowhere. */
const unknownName: ReadonlySet<number> = new Set([2304, 2552]);

/** The codes for names that cannot be resolved. */
const notFound: ReadonlySet<number> = new Set([
  1192, 2304, 2305, 2306, 2307, 2339, 2459, 2503, 2552, 2580, 2582, 2583, 2584, 2591, 2592, 2613, 2614, 2694, 2724,
]);

/** The codes about a member as a whole, not about its type. */
const ofMembers: ReadonlySet<number> = new Set([1330]);

/** The compiler's code for a field that an index signature does not allow: no schema has both. */
const BESIDE_INDEX = 2411;

/** The compiler's code for parents that have a field with different types. */
const PARENTS_DIFFER = 2320;

/**
 * The codes for which the generator's finding says more: names that JavaScript has, members and parents whose type has
 * no schema.
 */
const withoutSchema: ReadonlySet<number> = new Set([
  2300,
  2304,
  2312,
  BESIDE_INDEX,
  2552,
  2574,
  2580,
  2582,
  2583,
  2584,
  2591,
  2592,
  2717,
  7008,
  1330,
]);

/** True for findings of ours that say more than the compiler, which knows neither Kubernetes nor schemas. */
function knowsBetter({ finding: { code, hint }, span }: FoundFinding, { error, span: place }: PlacedError): boolean {
  switch (code) {
    case 'KB_TYPE_NOT_FOUND':
      // If ours only says where the generator searched, the compiler may know what was meant.
      return notFound.has(error.code) && !(error.code === MISSPELT && hint === WHERE_THE_GENERATOR_LOOKS);
    case 'KB_NO_SCHEMA':
      return (
        withoutSchema.has(error.code) &&
        (!notFound.has(error.code) || (span.column === place.column && span.length === place.length))
      );
    case 'KB_RECURSIVE_TYPE':
      return !circles.has(error.code);
    default:
      return code === 'KB_CONFLICTING_TYPES' || code === 'KB_SOURCE_SYNTAX';
  }
}

/** The compiler's code for a name that is close to another one. */
const MISSPELT = 2552;
