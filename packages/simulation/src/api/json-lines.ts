import { type HttpBody, type JsonValue, parseJson } from '@kb/apimachinery';

/** A body as one piece of text. */
export async function readText(body: HttpBody): Promise<string> {
  const decoder = new TextDecoder();
  if (body instanceof Uint8Array) return decoder.decode(body);
  let text = '';
  for await (const chunk of body) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

/** The JSON values of a body that has one on each line, as they come: a watch. */
export async function* readJsonLines(body: HttpBody): AsyncGenerator<JsonValue> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body instanceof Uint8Array ? [body] : body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') yield parseJson(line);
  }
  rest += decoder.decode();
  if (rest.trim() !== '') yield parseJson(rest);
}
