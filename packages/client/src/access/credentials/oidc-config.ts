/** What the `oidc` auth-provider of a kubeconfig's user says. */
export interface OidcConfig {
  /** `idp-issuer-url`. */
  readonly issuerUrl: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly tokens: OidcTokens;
  /** PEM certificates that the issuer's is checked by. */
  readonly ca: (() => Promise<string>) | undefined;
}

/** Tokens of one user. */
export interface OidcTokens {
  readonly idToken: string | undefined;
  readonly refreshToken: string | undefined;
}

/** Tokens that a provider gave. */
export interface FreshOidcTokens extends OidcTokens {
  readonly idToken: string;
}
