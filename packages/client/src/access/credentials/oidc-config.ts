/** The configuration of the `oidc` auth-provider of a kubeconfig's user. */
export interface OidcConfig {
  /** `idp-issuer-url`. */
  readonly issuerUrl: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly tokens: OidcTokens;
  /** PEM certificates to verify the issuer's certificate with. */
  readonly ca: (() => Promise<string>) | undefined;
}

/** Tokens of one user. */
export interface OidcTokens {
  readonly idToken: string | undefined;
  readonly refreshToken: string | undefined;
}

/** Tokens that a provider issued. */
export interface FreshOidcTokens extends OidcTokens {
  readonly idToken: string;
}
