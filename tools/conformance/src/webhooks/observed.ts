import { parseJson, isJsonObject, stringifyJson } from '@kb/apimachinery/codec';
import type { Answer } from './shared/exercise.ts';
import type { WebhookRequest } from './shared/recording-proxy.ts';

/** What was seen while an API server called webhooks, without uids, times and versions. */
export interface Observed {
  readonly answers: readonly Answer[];
  /** The admission reviews, in order: the request as it was sent. */
  readonly admission: readonly string[];
  /**
   * The conversion reviews, sorted and each once: kube-apiserver also converts for its caches, and puts other numbers
   * of objects into one review. So each object is listed with the request that it was in.
   */
  readonly conversions: readonly string[];
}

/** Removes from a text what differs from run to run, and from server to server. */
function withoutChance(text: string, namespace: string): string {
  return text
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '<uid>')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<time>')
    .replaceAll(/"resourceVersion":"\d+"/g, '"resourceVersion":"<version>"')
    .replaceAll(namespace, '<namespace>');
}

/** Collects what was seen in a namespace. */
export function observe(
  { answers, requests }: { readonly answers: readonly Answer[]; readonly requests: readonly WebhookRequest[] },
  namespace: string,
): Observed {
  const shown = ({ method, path, headers, body }: WebhookRequest): string =>
    `${method} ${path} ${JSON.stringify(headers)} ${withoutChance(body, namespace)}`;
  const isConversion = ({ path }: WebhookRequest): boolean => path.startsWith('/convert');
  return {
    answers: answers.map((answer) => ({ ...answer, body: withoutChance(answer.body, namespace) })),
    admission: requests.filter((request) => !isConversion(request)).map(shown),
    conversions: [...new Set(requests.filter(isConversion).flatMap(eachObject).map(shown))].toSorted(),
  };
}

/** One request for each object of a conversion review. */
function eachObject(request: WebhookRequest): WebhookRequest[] {
  const review = parseJson(request.body);
  const objects = isJsonObject(review) && isJsonObject(review.request) ? review.request.objects : undefined;
  if (!Array.isArray(objects)) return [request];
  const all = stringifyJson(objects);
  // Replaced in the text, so that everything around the objects stays byte for byte.
  return objects.map((object) => ({ ...request, body: request.body.replace(all, () => stringifyJson([object])) }));
}
