/**
 * Whether an agent of Node's own HTTP client takes a proxy (`proxyEnv`). No property says so; the flag is as old: Node
 * 24.5 and 22.21 have both.
 */
export const nodeCanProxy = (): boolean => process.allowedNodeEnvironmentFlags.has('--use-env-proxy');
