/** Whether the page's server is there: `refused` if another kb answers, with another key. */
export type Reached = 'open' | 'refused' | 'gone';

/** What {@link createReach} needs of the browser. */
export interface ReachOptions {
  /** The address of the page. */
  readonly address: string;
  readonly fetch: (url: URL, init?: RequestInit) => Promise<Response>;
  /** The scripts and styles of the page, as its document names them. */
  readonly assets: readonly string[];
  /** Loads the page again, which replaces it. */
  readonly reload: () => void;
}

/**
 * Creates what asks for the page's server before the page connects again. Each kb has a cookie of its own. One that was
 * started again at the same address may have the same secret, and gives its cookie for it. The page sends the secret
 * only to a server which has proved that it knows it: meanwhile another program may have taken the port.
 */
export function createReach({ address, fetch, assets, reload }: ReachOptions): () => Promise<Reached> {
  const at = (path: string, query: Readonly<Record<string, string>> = {}): URL => {
    const url = new URL(path, address);
    url.search = String(new URLSearchParams(query));
    return url;
  };
  let secret: string | undefined;
  const learnSecret = async (): Promise<void> => {
    const answer = await fetch(at('/secret'));
    if (answer.ok) secret = (await answer.text()).trim();
  };
  const enter = async (): Promise<boolean> => {
    // Under another name of loopback, another program may listen on the same port, and pass on what it is asked.
    if (secret === undefined || at('/').hostname !== '127.0.0.1') return false;
    const challenge = encodeBase64Url(crypto.getRandomValues(new Uint8Array(32)));
    const answer = await fetch(at('/proof', { challenge }), { credentials: 'omit' });
    const proof = answer.ok ? (await answer.text()).trim() : '';
    if (proof !== (await proofOf(challenge, secret, at('/').port || '80'))) return false;
    await fetch(at('/', { session: secret }), { method: 'HEAD' });
    return true;
  };
  // Without it the page comes back only when the address is opened again.
  void learnSecret().catch(() => undefined);
  return async () => {
    try {
      let answer = await fetch(at('/'));
      if (answer.status === 401 && (await enter())) answer = await fetch(at('/'));
      if (answer.status === 401) return 'refused';
      if (!answer.ok) return 'gone';
      const document = await answer.text();
      if (!assets.every((asset) => document.includes(asset))) {
        reload();
        return 'gone';
      }
      await learnSecret();
      return 'open';
    } catch {
      return 'gone';
    }
  };
}

/** What a server proves that has the secret: see `proofOf` of the server. */
async function proofOf(challenge: string, secret: string, port: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  const text = encoder.encode(`kb page on port ${port}: ${challenge}`);
  return encodeBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, text)));
}

function encodeBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
