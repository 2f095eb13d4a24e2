import { childPath, type FieldError, fieldInvalid, formatFieldError, WHOLE_OBJECT } from '../../../field-error.ts';
import { type CelValue, celError, isError, optionalNone, optionalOf } from '../../values/value.ts';
import { viewOf } from '../../views/view.ts';
import type { CompiledRule } from '../compile/compile-rules.ts';
import { CALL_COST_LIMIT, OBJECT_WORK_LIMIT } from './judge-limits.ts';
import { errorFor, messageOf, messageOrDefault, nameOfRule } from './judge-message.ts';
import { isUnchanged, type Place, placesIn } from './judge-place.ts';

/** What the rules of an object gave so far. */
export interface Judgement {
  readonly errors: FieldError[];
  readonly warnings: string[];
  /** What may still be spent; negative: nothing more is evaluated. */
  budget: number;
  /** The nanoseconds of work besides, which costs do not show. */
  work: number;
}

const OUT_OF_BUDGET = 'validation failed due to running out of cost budget, no further validation rules will be run';

const NO_CONVERSION = 'unsupported conversion to ref.Val: (*errors.errorString)';

/**
 * Judges a value by its own rules, then gives the values in it, which are to be judged before it goes on. Undefined is
 * given after each rule.
 */
export function* judgeValue(place: Place, judgement: Judgement): Generator<Place | undefined, void> {
  // Null breaks no rules: those of the values around it can look for it.
  if (place.value === null) return;
  const { rules } = place.node;
  if (rules === 'untyped') {
    const why = 'failed to convert to declType for CEL validation rules';
    refuse(place, judgement, `rule compiler initialization error: ${why}`);
  } else if (rules.length > 0 && judgement.budget <= 0) stop(place, judgement, OUT_OF_BUDGET);
  else if (rules.length > 0) {
    const views = viewsOf(place);
    for (const rule of rules) {
      yield* judgeByRule(rule, place, views, judgement);
      if (judgement.budget < 0) return;
      yield;
    }
  }
  yield* placesIn(place);
}

/** The values of an expression's variables. */
interface Views {
  readonly self: CelValue;
  /** Undefined: the value replaces nothing. */
  readonly oldSelf: CelValue | undefined;
}

function viewsOf({ node: { schema }, value, old }: Place): Views {
  return { self: viewOf(value, schema), oldSelf: old === undefined ? undefined : viewOf(old, schema) };
}

function* judgeByRule(
  compiled: CompiledRule,
  place: Place,
  views: Views,
  judgement: Judgement,
): Generator<undefined, void> {
  const { rule, program, error } = compiled;
  if (error !== undefined) return refuse(place, judgement, `rule compile error: ${error}`);
  const isOptional = rule.optionalOldSelf === true;
  // A blank rule has no program. A rule about a change judges changes only.
  if (program === undefined || (compiled.usesOldSelf && views.oldSelf === undefined && !isOptional)) return undefined;
  const values = isOptional ? withOptional(views) : withOld(views);
  const { value, cost, work, isCancelled } =
    program.runInPieces === undefined
      ? program.run(values, CALL_COST_LIMIT)
      : yield* program.runInPieces(values, CALL_COST_LIMIT);
  judgement.work += work;
  if (cost > judgement.budget || judgement.work > OBJECT_WORK_LIMIT) return stop(place, judgement, OUT_OF_BUDGET);
  judgement.budget -= cost;
  if (isError(value)) return refuseFailed(value.message, isCancelled, compiled, place, judgement);
  return value === true ? undefined : refuseBroken(compiled, place, views, judgement);
}

function withOld({ self, oldSelf }: Views): CelValue[] {
  return oldSelf === undefined ? [self] : [self, oldSelf];
}

function withOptional({ self, oldSelf }: Views): CelValue[] {
  if (oldSelf === undefined) return [self, optionalNone];
  // An optional holds a value of Go, which is converted again.
  const held = isError(oldSelf) ? celError(`${NO_CONVERSION}${oldSelf.message}`) : oldSelf;
  return [self, optionalOf(held)];
}

/** The error of a rule that could not be evaluated. */
function refuseFailed(
  why: string,
  isCancelled: boolean,
  { rule }: CompiledRule,
  place: Place,
  judgement: Judgement,
): void {
  const name = nameOfRule(rule);
  if (isCancelled) {
    const text = `'${why}': no further validation rules will be run due to call cost exceeds limit for rule: ${name}`;
    return stop(place, judgement, text);
  }
  if (why.startsWith('no such overload')) {
    const hint = 'call arguments did not match a supported operator, function or macro signature for rule';
    return refuse(place, judgement, `'${why}': ${hint}: ${name}`);
  }
  return refuse(place, judgement, `${why} evaluating rule: ${name}`);
}

/** The error of a rule that is false; a warning, if it was false before. */
function refuseBroken(compiled: CompiledRule, place: Place, views: Views, judgement: Judgement): void {
  const { rule, messageProgram, usesOldSelf } = compiled;
  const path = fieldOf(place.path, compiled.fieldPath);
  const add = (error: FieldError): void => {
    if (!usesOldSelf && isUnchanged(place.ratchet)) judgement.warnings.push(formatFieldError(error));
    else judgement.errors.push(error);
  };
  let detail: string | undefined;
  if (messageProgram !== undefined) {
    // Message expressions see the plain old value, but only where a rule sees it, too.
    const values = seesOldSelf(place) ? withOld(views) : [views.self];
    const message = messageOf(messageProgram, values, rule, judgement.budget);
    if ('stopped' in message) {
      add(fieldInvalid(path, typeOf(place), message.stopped));
      judgement.budget = -1;
      return;
    }
    judgement.budget -= message.cost;
    judgement.work += message.work;
    detail = message.text;
  }
  const { type } = place.node.schema;
  const shown = type === 'object' || type === 'array' ? undefined : place.value;
  add(errorFor(rule, path, shown, detail ?? messageOrDefault(rule)));
}

function seesOldSelf({ node: { rules } }: Place): boolean {
  return rules !== 'untyped' && rules.some(({ usesOldSelf }) => usesOldSelf);
}

/** The field of an error: the value, or what the `fieldPath` of a rule says. */
function fieldOf(path: string, fieldPath = ''): string {
  if (fieldPath === '') return path === '' ? WHOLE_OBJECT : path;
  return childPath(path, fieldPath);
}

function typeOf({ node }: Place): string {
  return node.schema.type ?? '';
}

/** Adds an error that prints the type of the value. */
function refuse(place: Place, { errors }: Judgement, why: string): void {
  errors.push(fieldInvalid(fieldOf(place.path), typeOf(place), why));
}

/** Adds an error after which nothing more is evaluated. */
function stop(place: Place, judgement: Judgement, why: string): void {
  refuse(place, judgement, why);
  judgement.budget = -1;
}
