/** Parts of the real server's documents that ours do not have, and why. */
export interface LeftOut {
  /** Matches `⟨document⟩ ⟨part⟩`. */
  readonly where: RegExp;
  readonly why: string;
}

/** All parts that our server leaves out. A part that is listed here and present anyway is compared. */
export const leftOut: readonly LeftOut[] = [
  {
    where: /certificates|flowcontrol|resource\.k8s\.io|k8s\.api\.resource\.v1/,
    why: 'Groups whose kinds do nothing without a part that is not built: certificates, flow control, dynamic resources.',
  },
  {
    where:
      /servicecidr|ipaddress|ServiceCIDR|IPAddress|networking\.v1\.ParentReference|networking\.k8s\.io\/v1 definitions .*Condition$/,
    why: 'Ranges of addresses cannot be changed, so that there are no objects for them.',
  },
  {
    where: /componentstatus|ComponentStatus|ComponentCondition/,
    why: 'Deprecated since Kubernetes 1.19; there are no components.',
  },
  {
    where: /^\/ \/(metrics|statusz|flagz)/,
    why: 'No metrics and no pages for people: these paths are refused with a Status that says so.',
  },
];

/** Parts that differ on purpose, and why. */
export const different: readonly LeftOut[] = [
  { where: /^\/version rest/, why: 'Says who answers: the version that is followed, with a suffix, and no Go.' },
];
