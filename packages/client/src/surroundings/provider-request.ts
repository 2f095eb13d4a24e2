/** A request to an identity provider. */
export interface ProviderRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** PEM certificates to trust. Default: Node's own. */
  readonly ca?: string;
}

/** The response of an identity provider. */
export interface ProviderResponse {
  readonly status: number;
  readonly body: string;
}

/** Sends a request to an identity provider, and reads the response. Rejects with a ConnectionError if there is none. */
export type SendToProvider = (request: ProviderRequest) => Promise<ProviderResponse>;
