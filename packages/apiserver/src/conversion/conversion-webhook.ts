import { at } from '../objects/api-object.ts';
import {
  readWebhookAddress,
  type ReviewVersion,
  reviewVersionOf,
  type WebhookAddress,
} from '../webhooks/webhook-address.ts';

/** The webhook that converts the objects of a definition. */
export interface ConversionWebhook extends WebhookAddress {
  /** The definition's name. */
  readonly definition: string;
  /** The version of the reviews: the first known one that the webhook accepts. Undefined: it accepts none. */
  readonly reviewVersion: ReviewVersion | undefined;
}

/** Reads `spec.conversion` of a definition; undefined without a webhook. */
export function readConversionWebhook(definition: string, conversion: unknown): ConversionWebhook | undefined {
  if (at(conversion, 'strategy') !== 'Webhook') return undefined;
  const webhook = at(conversion, 'webhook');
  return {
    definition,
    ...readWebhookAddress(at(webhook, 'clientConfig')),
    reviewVersion: reviewVersionOf(at(webhook, 'conversionReviewVersions')),
  };
}
