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

/** Where a webhook is, and who vouches for it: either a URL or a service. */
export interface WebhookAddress {
  readonly url: string | undefined;
  readonly service: WebhookService | undefined;
  /** The authorities (PEM) for its certificate. Undefined: the system's. */
  readonly caBundle: string | undefined;
}

/** The versions of reviews that the server can send. */
export type ReviewVersion = 'v1' | 'v1beta1';

/** Reads a `clientConfig`. */
export function readWebhookAddress(config: unknown): WebhookAddress {
  const service = at(config, 'service');
  const url = at(config, 'url');
  const caBundle = Buffer.from(stringOf(at(config, 'caBundle')), 'base64')
    .toString('utf8')
    .trim();
  return {
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
  };
}

/** The first version of a webhook's list that the server can send; undefined if there is none. */
export function reviewVersionOf(versions: unknown): ReviewVersion | undefined {
  return Array.isArray(versions)
    ? versions.find((version): version is ReviewVersion => version === 'v1' || version === 'v1beta1')
    : undefined;
}
