import { isJsonObject } from '@kb/apimachinery/codec';
import { at, stringOf } from '../objects/api-object.ts';

/** A service of the cluster that serves a webhook. */
export interface WebhookService {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
  /** Begins with a slash. */
  readonly path: string;
}

/** The webhook that converts the objects of a definition. */
export interface ConversionWebhook {
  /** The definition's name. */
  readonly definition: string;
  /** Its address: either this or a service. */
  readonly url: string | undefined;
  readonly service: WebhookService | undefined;
  /** The authorities (PEM) for its certificate. Undefined: the system's. */
  readonly caBundle: string | undefined;
  /** The version of the reviews: the first known one that the webhook accepts. Undefined: it accepts none. */
  readonly reviewVersion: 'v1' | 'v1beta1' | undefined;
}

/** Reads `spec.conversion` of a definition; undefined without a webhook. */
export function readConversionWebhook(definition: string, conversion: unknown): ConversionWebhook | undefined {
  if (at(conversion, 'strategy') !== 'Webhook') return undefined;
  const webhook = at(conversion, 'webhook');
  const config = at(webhook, 'clientConfig');
  const service = at(config, 'service');
  const url = at(config, 'url');
  const versions = at(webhook, 'conversionReviewVersions');
  const caBundle = Buffer.from(stringOf(at(config, 'caBundle')), 'base64')
    .toString('utf8')
    .trim();
  return {
    definition,
    url: typeof url === 'string' ? url : undefined,
    service: isJsonObject(service)
      ? {
          namespace: stringOf(service.namespace),
          name: stringOf(service.name),
          port: typeof service.port === 'number' ? service.port : 443,
          path: stringOf(service.path) || '/',
        }
      : undefined,
    caBundle: caBundle === '' ? undefined : caBundle,
    reviewVersion: Array.isArray(versions)
      ? versions.find((version) => version === 'v1' || version === 'v1beta1')
      : undefined,
  };
}
