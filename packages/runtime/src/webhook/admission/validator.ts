import { isInstance, type KubernetesObject, type ResourceDefinition } from '@kb/apimachinery';
import type { AdmissionHandler } from './admission-handler.ts';
import { allowed, errored } from './admission-response.ts';
import { answerForError, contextOf, isFailure, objectOf, ObjectMismatchError } from './answer-for.ts';
import type { Validator, Verdict } from './object-hooks.ts';

/** Makes the validating webhook of a validator. CONNECT is always allowed; an unknown operation is refused with 400. */
export function validatorHandler<T extends KubernetesObject>(
  kind: Pick<ResourceDefinition, 'group' | 'version' | 'kind'>,
  validator: Validator<T>,
): AdmissionHandler {
  return async (request, admission) => {
    const warnings: string[] = [];
    const context = contextOf(request, admission, warnings);
    const validate = (): Verdict | Promise<Verdict> => {
      switch (request.operation) {
        case 'CREATE':
          return validator.create?.(objectOf(kind, request.object), context);
        case 'UPDATE': {
          const object = objectOf<T>(kind, request.object);
          return validator.update?.(object, { ...context, old: objectOf(kind, request.oldObject) });
        }
        case 'DELETE':
          return validator.delete?.(objectOf(kind, request.oldObject), context);
        case 'CONNECT':
          return;
        default:
          throw new ObjectMismatchError(`unknown operation "${request.operation}"`);
      }
    };
    try {
      const refusal = await validate();
      if (isFailure(refusal)) return { allowed: false, status: refusal, warnings };
    } catch (error) {
      if (isInstance(error, ObjectMismatchError)) return errored(400, error.message);
      return answerForError(error, warnings);
    }
    return { ...allowed(), warnings };
  };
}
