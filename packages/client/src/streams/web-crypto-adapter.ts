/** Random bytes, which nobody can predict: the keys and masks of WebSockets. */
export const randomBytes = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));

/** The SHA-1 of a text, which the handshake of WebSockets uses. It protects nothing. */
export async function sha1(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text)));
}
