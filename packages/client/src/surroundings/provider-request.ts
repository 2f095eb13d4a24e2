/** A request to an identity provider. */
export interface ProviderRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** PEM certificates to trust. Default: Node's own. */
  readonly ca?: string;
}

/** What it answered. */
export interface ProviderResponse {
  readonly status: number;
  readonly body: string;
}

/** Sends a request to an identity provider, and reads its answer. Rejects with a ConnectionError when there is none. */
export type SendToProvider = (request: ProviderRequest) => Promise<ProviderResponse>;
