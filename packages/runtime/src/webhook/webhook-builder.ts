import type { KubernetesObject, Resource, ResourceDefinition } from '@kb/apimachinery';
import { admissionLogValues, type AdmissionHandler } from './admission/admission-handler.ts';
import type { AdmissionRequest } from './admission/admission-request.ts';
import { defaulterHandler } from './admission/defaulter.ts';
import type { Defaulter, Validator } from './admission/object-hooks.ts';
import { validatorHandler } from './admission/validator.ts';
import type { Converter } from './conversion/converter.ts';
import { checkWebhookPath, mutatePath, validatePath } from './webhook-paths.ts';
import type { Logger } from '../log/logger.ts';

/** One admission webhook of a kind. */
export interface AdmissionWebhook {
  readonly type: 'mutating' | 'validating';
  /** Where it is served. */
  readonly path: string;
  readonly handler: AdmissionHandler;
  /** Makes the logger of one request. */
  readonly logFor: (log: Logger, request: AdmissionRequest) => Logger;
}

/** The webhooks of one kind, for a webhook server. */
export interface WebhookDescription {
  readonly resource: Pick<ResourceDefinition, 'group' | 'version' | 'kind' | 'plural'>;
  readonly admission: readonly AdmissionWebhook[];
  readonly converter?: Converter;
}

/** Options of an admission webhook. */
export interface AdmissionWebhookOptions {
  /** Default: `/mutate-<group>-<version>-<kind>`, `/validate-<group>-<version>-<kind>`. */
  readonly path?: string;
}

/**
 * Describes the webhooks of a kind, step by step: controller-runtime's WebhookManagedBy. Every step returns a new
 * builder, which can be served, and does not change the one it is called on: use the result.
 */
export interface WebhookBuilder<T extends KubernetesObject> extends WebhookDescription {
  /** Adds a mutating webhook that sets defaults. Throws a TypeError when there is one, or its path is invalid. */
  defaults(defaulter: Defaulter<T>, options?: AdmissionWebhookOptions): WebhookBuilder<T>;
  /** Adds a validating webhook. Throws a TypeError when there is one, or its path is invalid. */
  validates(validator: Validator<T>, options?: AdmissionWebhookOptions): WebhookBuilder<T>;
  /**
   * Adds the converter between the versions of the kind, at `/convert`. Throws a TypeError when it is another kind's
   * converter.
   */
  converts(converter: Converter): WebhookBuilder<T>;
}

/**
 * Begins the description of the webhooks of a resource.
 *
 * ```ts
 * webhookFor(appServices)
 *   .defaults((app) => (app.spec.replicas === undefined ? { ...app, spec: { ...app.spec, replicas: 1 } } : undefined))
 *   .validates({
 *     create: (app) => { if (app.spec.replicas === 13) throw new Error('13 brings bad luck'); },
 *   });
 * ```
 */
export function webhookFor<T extends KubernetesObject, A>(resource: Resource<T, A>): WebhookBuilder<T> {
  return builderOf<T>({ resource, admission: [] });
}

function builderOf<T extends KubernetesObject>(draft: WebhookDescription): WebhookBuilder<T> {
  const { resource, admission } = draft;
  const withWebhook = (type: AdmissionWebhook['type'], path: string, handler: AdmissionHandler): WebhookBuilder<T> => {
    if (admission.some((webhook) => webhook.type === type))
      throw new TypeError(
        `${resource.kind} has two ${type} webhooks: a kind has one, see multiMutating and multiValidating`,
      );
    const logFor = (log: Logger, request: AdmissionRequest): Logger =>
      log.with({
        webhookGroup: resource.group,
        webhookKind: resource.kind,
        ...admissionLogValues(resource.kind, request),
      });
    return builderOf({
      ...draft,
      admission: [...admission, { type, path: checkWebhookPath(path), handler, logFor }],
    });
  };
  return {
    ...draft,
    defaults: (defaulter, { path = mutatePath(resource) } = {}) =>
      withWebhook('mutating', path, defaulterHandler(resource, defaulter)),
    validates: (validator, { path = validatePath(resource) } = {}) =>
      withWebhook('validating', path, validatorHandler(resource, validator)),
    converts: (converter) => {
      if (converter.group !== resource.group || converter.kind !== resource.kind)
        throw new TypeError(
          `the converter of ${converter.kind} of ${converter.group} cannot convert ${resource.kind} of ${resource.group}`,
        );
      return builderOf({ ...draft, converter });
    },
  };
}
