/** A command that is known to say something else of the embedded server. */
export interface KnownDifference {
  /** Where it is. */
  readonly session: string;
  /** Its line. */
  readonly line: RegExp;
  /** The later part that it belongs to, or why no operator can notice. */
  readonly why: string;
}

/** All that are known. The aim is an empty list. */
export const knownDifferences: readonly KnownDifference[] = [
  {
    session: 'autoscale',
    line: /kubectl (autoscale|get horizontalpodautoscaler( web .*)?$)/,
    why: 'kubectl autoscale writes autoscaling/v1, which is not served (a version of a built-in kind that nobody needs but this command).',
  },
  {
    session: 'discovery',
    line: /api-versions/,
    why: 'autoscaling/v1 is not served.',
  },
  {
    session: 'discovery',
    line: /--api-group=authentication\.k8s\.io/,
    why: 'Reviews of tokens are not served: authentication and authorisation are a later part.',
  },
  {
    session: 'set',
    line: /--requests=cpu=2 --limits=cpu=1/,
    why: 'That requests may not be above limits is a rule of Pods that is not checked yet (deeper validation of built-in kinds).',
  },
];
