import { type FieldError, fieldInvalid, internalError, invalid } from '@kb/apimachinery';
import { uncheckedRules } from '@kb/apimachinery/schema';
import {
  doAllSteps,
  errorsOfEach,
  validateFinalizers,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '@kb/apimachinery/server';
import { noPause, type Pause } from './large-writes.ts';
import { inTurns, type LoopTurns } from '../loop-turns.ts';
import { refuse } from '../refuse.ts';
import type { ApiObject, FrozenObject } from '../objects/api-object.ts';
import type { ServedResource } from '../resources/served-resource.ts';
import { standardFinalizers } from '../resources/collector-finalizers.ts';
import type { JudgedByRules, UpdateStrategy } from '../resources/strategy.ts';

/** What a validation needs besides the objects. */
export interface ValidationContext {
  readonly warn: (text: string) => void;
  /** For what takes long. Undefined: it is done at once. */
  readonly turns: Pick<LoopTurns, 'beforeStep'> | undefined;
  /** Between what comes before the validation of a large object, the validation, and what follows. Default: none. */
  readonly pause?: Pause | undefined;
  /** Returns the errors of what the user may not refer to; called for an object that has no others. Default: none. */
  readonly errorsOfAccess?: (() => readonly FieldError[]) | undefined;
}

/** Refuses an invalid new object. A promise: it takes long. */
export function validateCreate(
  object: ApiObject,
  resource: ServedResource,
  context: ValidationContext,
): Promise<void> | undefined {
  return prepared(object, resource, context, () => checkCreate(object, resource, context));
}

/** Validates after what takes long in the validation of an object of this kind was done. */
function prepared(
  object: ApiObject,
  resource: ServedResource,
  { warn, turns, pause = noPause }: ValidationContext,
  validate: () => Promise<void> | undefined,
): Promise<void> | undefined {
  const paused = pause();
  if (paused) return paused.then(() => prepared(object, resource, { warn, turns }, validate)).then(pause);
  const steps = resource.strategy.prepareToValidate?.(object);
  if (steps !== undefined && turns !== undefined) return inTurns(steps, turns).then(validate);
  if (steps !== undefined) doAllSteps(steps);
  return validate();
}

function checkCreate(
  object: ApiObject,
  resource: ServedResource,
  context: ValidationContext,
): Promise<void> | undefined {
  const { namespaced, strategy } = resource;
  const otherKind = errorsOfOtherKind(object, undefined, resource);
  if (otherKind !== undefined)
    return judge({ object, old: undefined, resource, endpoint: strategy, errors: otherKind }, context);
  const { finalizers = [] } = object.metadata;
  const errors = [
    ...validateObjectMeta(object.metadata, { namespaced, nameCheck: strategy.nameCheck }),
    ...(resource.custom || strategy.anyFinalizer ? [] : validateFinalizerNames(finalizers)),
  ];
  const judged = { object, old: undefined, resource, endpoint: strategy, errors };
  const steps = strategy.validateInSteps?.(object, undefined);
  if (steps !== undefined) return judgeAfter(steps, judged, context);
  return judgeWith(strategy.validate?.(object) ?? [], judged, context);
}

/** Judges an object after its kind has validated it, which for a large object is done in turns. */
function judgeAfter(
  steps: Iterator<void, FieldError[]>,
  judged: Judged,
  context: ValidationContext,
): Promise<void> | undefined {
  const { turns, pause = noPause } = context;
  if (turns === undefined || pause === noPause) return judgeWith(doAllSteps(steps), judged, context);
  return inTurns(steps, turns).then((errors) => judgeWith(errors, judged, context));
}

/** Judges an object with the errors that its kind has found. */
function judgeWith(
  found: readonly FieldError[],
  judged: Judged,
  context: ValidationContext,
): Promise<void> | undefined {
  return judge({ ...judged, errors: withAccess([...judged.errors, ...found], context) }, context);
}

interface Judged {
  readonly object: ApiObject;
  readonly old: FrozenObject | undefined;
  readonly resource: ServedResource;
  readonly endpoint: UpdateStrategy;
  readonly errors: readonly FieldError[];
}

/** Refuses an object with errors, or one that breaks the rules of its endpoint. */
function judge(
  { object, old, resource, endpoint, errors }: Judged,
  { warn, turns }: ValidationContext,
): Promise<void> | undefined {
  const kind = resource.custom ? kindOf(object) : { group: resource.storage.group, kind: resource.kind };
  const steps = endpoint.judge?.(object, old);
  const unchecked = steps && uncheckedRules(errors);
  if (steps === undefined || unchecked !== undefined) {
    refuseInvalid(object, kind, unchecked === undefined ? errors : [...errors, unchecked]);
    return undefined;
  }
  const finish = ({ errors: broken, warnings }: JudgedByRules): void => {
    for (const warning of warnings) warn(warning);
    refuseInvalid(object, kind, [...errors, ...broken]);
  };
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      finish(step.value);
      return undefined;
    }
    // What a webhook converted is known in one turn only.
    if (resource.prepare === undefined && turns !== undefined) return inTurns(steps, turns).then(finish);
  }
}

/**
 * Refuses an invalid change. A promise: it takes long. `endpoint`: the update strategy of the resource or subresource.
 * `sent`: the same object as decoded.
 */
export function validateUpdate(
  object: ApiObject,
  old: FrozenObject,
  resource: ServedResource,
  endpoint: UpdateStrategy,
  sent: ApiObject,
  context: ValidationContext,
): Promise<void> | undefined {
  const validate = (): Promise<void> | undefined => checkUpdate({ object, old, resource, endpoint, sent }, context);
  return endpoint === resource.strategy ? prepared(object, resource, context, validate) : validate();
}

interface CheckedUpdate extends Omit<Judged, 'old' | 'errors'> {
  readonly old: FrozenObject;
  readonly sent: ApiObject;
}

function checkUpdate(
  { object, old, resource, endpoint, sent }: CheckedUpdate,
  context: ValidationContext,
): Promise<void> | undefined {
  // kube-apiserver validates twice, for all kinds and for each kind, and reports the results of both.
  const metadata = validateObjectMetaUpdate(object.metadata, old.metadata);
  const otherKind = errorsOfOtherKind(object, old, resource);
  if (otherKind !== undefined)
    return judge({ object, old, resource, endpoint, errors: [...metadata, ...otherKind] }, context);
  const { finalizers = [] } = object.metadata;
  const ofAllKinds = [...metadata, ...validateFinalizers(finalizers, 'metadata.finalizers')];
  if (endpoint.withoutValidation) return judge({ object, old, resource, endpoint, errors: ofAllKinds }, context);
  const errors = [
    ...metadata,
    ...ofAllKinds,
    ...(resource.custom || resource.strategy.anyFinalizer ? [] : validateFinalizerNames(finalizers)),
  ];
  const judged = { object, old, resource, endpoint, errors };
  const steps = endpoint.validateInSteps?.(object, old);
  if (steps !== undefined) return judgeAfter(steps, judged, context);
  return judgeWith(endpoint.validateUpdate?.(object, old, sent) ?? [], judged, context);
}

function withAccess(errors: readonly FieldError[], { errorsOfAccess }: ValidationContext): readonly FieldError[] {
  return errors.length === 0 && errorsOfAccess ? errorsOfAccess() : errors;
}

/** The errors of a custom object of another kind, whose fields have no schema. Undefined: it has the right kind. */
function errorsOfOtherKind(
  object: ApiObject,
  old: FrozenObject | undefined,
  resource: ServedResource,
): FieldError[] | undefined {
  const kind = resource.custom ? validateKind(object, resource) : [];
  return kind.length === 0 ? undefined : [...kind, ...(resource.strategy.validateOtherKind?.(object, old) ?? [])];
}

/** Validates the kind of a custom object. */
function validateKind(object: ApiObject, { apiVersion, kind }: ServedResource): FieldError[] {
  if (object.apiVersion === '')
    refuse(internalError("Object 'apiVersion' is missing in 'object has no apiVersion field'"));
  return [
    ...(object.kind === kind ? [] : [fieldInvalid('kind', object.kind, `must be ${kind}`)]),
    ...(object.apiVersion === apiVersion
      ? []
      : [fieldInvalid('apiVersion', object.apiVersion, `must be ${apiVersion}`)]),
  ];
}

function kindOf({ apiVersion, kind }: ApiObject): Pick<ServedResource, 'group' | 'kind'> {
  return { group: apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '', kind };
}

/** Validates that finalizers of built-in kinds are known, or have a domain. */
function validateFinalizerNames(finalizers: readonly string[]): FieldError[] {
  const why = 'name is neither a standard finalizer name nor is it fully qualified';
  return errorsOfEach(finalizers, (name, index) => {
    return name.includes('/') || standardFinalizers.has(name)
      ? []
      : [fieldInvalid(`metadata.finalizers[${index}]`, name, why)];
  });
}

function refuseInvalid(
  object: ApiObject,
  { group, kind }: Pick<ServedResource, 'group' | 'kind'>,
  errors: readonly FieldError[],
): void {
  if (errors.length > 0) refuse(invalid({ group, kind }, object.metadata.name ?? '', errors));
}
