/** Where the webhooks of the benchmark listen. */
export interface WebhookAddress {
  readonly origin: string;
  /** The certificate authority of their certificate in base64, as in configurations. */
  readonly caBundle: string;
}

/** The path of the mutating webhook. */
export const MUTATE_PATH = '/mutate';
/** The path of the validating webhook. */
export const VALIDATE_PATH = '/validate';
