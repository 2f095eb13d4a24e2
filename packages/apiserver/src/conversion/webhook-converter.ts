import { genericError, type JsonObject, type JsonValue, randomUuid, StatusError } from '@kb/apimachinery';
import { isJsonObject, sortedJson } from '@kb/apimachinery/codec';
import { at, stringOf } from '../objects/api-object.ts';
import { remembered } from '../resources/conversion-memory.ts';
import { ConversionNeeded } from '../resources/conversion-needed.ts';
import { textOf, writeJson } from '../objects/object-text.ts';
import { callWebhook, type WebhookCalls } from '../webhooks/call-webhook.ts';
import { readReview } from '../webhooks/read-review.ts';
import { checkConverted } from './check-converted.ts';
import type { ConversionWebhook } from './conversion-webhook.ts';

/** Converts the objects of a definition with its webhook. */
export interface WebhookConverter {
  /**
   * Converts an object to another version, if the same request has already called the webhook for it. Throws a {@link
   * ConversionNeeded} otherwise, and the StatusError (500) of a conversion that failed.
   */
  readonly convert: (object: JsonObject, apiVersion: string) => JsonObject;
  /**
   * Converts several objects to another version, in one request to the webhook. Rejects with a StatusError (500) that
   * says what failed.
   */
  readonly convertAll: (objects: readonly JsonObject[], apiVersion: string) => Promise<readonly JsonObject[]>;
}

/**
 * Creates the converter of a definition. It caches the webhook's results during one request to the server; the next
 * request calls the webhook again, so that changes of the webhook show.
 */
export function createWebhookConverter(webhook: ConversionWebhook, calls: WebhookCalls): WebhookConverter {
  const owner = { empty: () => new Map<string, JsonObject | StatusError>() };
  return {
    convert: (object, apiVersion) => {
      const answers = remembered(owner);
      const key = `${apiVersion} ${writeJson(object)}`;
      const answer = answers.get(key);
      if (answer instanceof StatusError) throw answer;
      if (answer) return answer;
      throw new ConversionNeeded(async () => {
        try {
          const [converted] = await convertObjects(webhook, [object], apiVersion, calls);
          if (converted) answers.set(key, converted);
        } catch (error) {
          if (!(error instanceof StatusError)) throw error;
          answers.set(key, error);
        }
      });
    },
    convertAll: (objects, apiVersion) => convertObjects(webhook, objects, apiVersion, calls),
  };
}

/** kube-apiserver's timeout for conversion webhooks. */
const TIMEOUT_SECONDS = 30;

async function convertObjects(
  webhook: ConversionWebhook,
  objects: readonly JsonObject[],
  apiVersion: string,
  calls: WebhookCalls,
): Promise<readonly JsonObject[]> {
  const [first] = objects;
  const failed = (why: string): StatusError => {
    const kind = `${stringOf(first?.apiVersion)}, Kind=${stringOf(first?.kind)}`;
    return new StatusError(genericError(`conversion webhook for ${kind} ${why}`));
  };
  let converted: readonly JsonValue[];
  try {
    converted = await ask(webhook, objects, apiVersion, calls);
  } catch (error) {
    throw failed(`failed: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (converted.length !== objects.length)
    throw failed(`returned ${converted.length} objects, expected ${objects.length}`);
  const checked: JsonObject[] = [];
  for (const [index, object] of objects.entries()) {
    const turn = calls.turns.beforeStep();
    if (turn) await turn;
    try {
      checked.push(checkConverted(object, converted[index], apiVersion));
    } catch (error) {
      throw failed(`returned ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return checked;
}

/** kube-apiserver sends an empty response with each request. */
const emptyResponse = { uid: '', convertedObjects: null, result: { metadata: {} } };

/** Returns the webhook's response. Throws an Error with kube-apiserver's message for an invalid one. */
async function ask(
  webhook: ConversionWebhook,
  objects: readonly JsonObject[],
  desiredAPIVersion: string,
  calls: WebhookCalls,
): Promise<readonly JsonValue[]> {
  const { reviewVersion: version } = webhook;
  if (!version) throw new Error('no supported conversion review versions');
  const uid = randomUuid(calls.random);
  const [group, kind] = ['apiextensions.k8s.io', 'ConversionReview'];
  const request = { uid, desiredAPIVersion, objects: objects.map(sortedJson) };
  const review = `${writeJson({ kind, apiVersion: `${group}/${version}`, request, response: emptyResponse })}\n`;
  const text = await callWebhook({ address: webhook, review, timeoutSeconds: TIMEOUT_SECONDS }, calls);
  const { response } = readReview(text, { group, kind, version });
  if (!isJsonObject(response)) throw new Error('no response provided');
  if (version === 'v1' && response.uid !== uid)
    throw new Error(`expected response.uid="${uid}", got "${stringOf(response.uid)}"`);
  const status = stringOf(at(response, 'result', 'status'));
  if (status !== 'Success')
    throw new Error(
      stringOf(at(response, 'result', 'message')) || `response.result.status was '${status}', not 'Success'`,
    );
  return Array.isArray(response.convertedObjects) ? response.convertedObjects : [];
}

/** The limits of one request to a webhook: objects, and approximate characters of their JSON. */
const MAX_OBJECTS = 250;
const MAX_CHARACTERS = 512 * 1024;

/** Yields frozen objects in batches, one for each request to a webhook; the event loop is free between two of them. */
export function* conversionBatches<T extends object>(objects: readonly T[]): Generator<readonly T[]> {
  let batch: T[] = [];
  let characters = 0;
  for (const object of objects) {
    const { length } = textOf(object);
    if (batch.length > 0 && (batch.length === MAX_OBJECTS || characters + length > MAX_CHARACTERS)) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(object);
    characters += length;
  }
  if (batch.length > 0) yield batch;
}
