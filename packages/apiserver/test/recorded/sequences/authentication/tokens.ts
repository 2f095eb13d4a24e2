import type { RequestStep } from '../../sequence.ts';
import { post } from '../../steps.ts';

const accounts = '/api/v1/namespaces/${NS}/serviceaccounts';

/** The issuer of tokens, and the API server's audience. */
export const ISSUER = 'https://kubernetes.default.svc.cluster.local';
export const account: string = `${accounts}/a`;
const tokenReviews = '/apis/authentication.k8s.io/v1/tokenreviews';
export const selfReviews = '/apis/authentication.k8s.io/v1/selfsubjectreviews';

export const createAccount: RequestStep = post(accounts, { metadata: { name: 'a' } }, { quiet: true });

type Options = Parameters<typeof post>[2];

/** Requests a token of the account, and saves it as `token`. */
export const requestToken = (spec: object = {}, options: Options = {}): RequestStep =>
  post(`${account}/token`, { spec }, { save: { token: 'status.token' }, showsClaims: true, ...options });

export const boundTo = (kind: string, name: string): object => ({
  boundObjectRef: { apiVersion: 'v1', kind, name },
});

export const review = (token: string, spec: object = {}, options: Options = {}): RequestStep =>
  post(tokenReviews, { spec: { token, ...spec } }, options);

/** Headers with a bearer token. */
export const bearing = (token: string): { readonly headers: Record<string, string> } => ({
  headers: { authorization: `Bearer ${token}` },
});
