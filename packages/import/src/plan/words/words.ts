import { pluralise } from '@kb/codegen/importer';

/**
 * Abbreviations as Go's APIs write them: a word of a name that equals one of these in lower case is written so,
 * whatever its case in JSON. Letters after digits are capitals, because json-schema-to-typescript writes them so.
 */
const abbreviations: ReadonlyMap<string, string> = new Map(
  `
  ACL ACME ACR API APIs ASN AWS BFD BGP CA CAs CIDR CIDRs CORS CPU CRD CRL CSI CSR DB DNS DNSSEC DSN EAB EBS EC2 ECR ECS EFS EKS FQDN FS GCE GCP GCR GCS GID GKE GPG GPU GRPC
  GUID HMAC HPA HSM HTML HTTP HTTP2 HTTPS IAM IBM ID IDs IDP IMDS IO IP IPs IPAM IPC IPIP IPv4 IPv6 IRSA ISCSI JKS JMX JSON JWKS JWT KMS KMIP LDAP LUN MAC MFA MTLS MTU NFS NIC NTP
  NUMA OAuth OAuth2 OCI OIDC OS OTLP OVH PDB PEM PID PIN PKCS PKCS12 PKI PVC QPS RAM RBAC RBD RDS RFC RPC RSA S3 SAML SAN SANs SASL SCM SCTP SDK SDS SHA SLA SLO SMS SMTP SNI SNS SPIFFE SPIRE
  SQL SQS SSD SSH SSL SSO STS TCP TLS TOTP TSDB TTL UDP UID UIDs URI URIs URL URLs UTF8 UUID UUIDs VLAN VM VMs VPC VPN WAL XML XSRF YAML
  `
    .trim()
    .split(/\s+/)
    .map((word) => [word.toLowerCase(), word]),
);

/**
 * A run of capitals that another word follows, a word with or without a capital, a run of capitals at the end, digits.
 */
// oxlint-disable-next-line regexp/no-super-linear-move -- of names of at most 64 characters, see below
const WORD_PATTERN = /IPv[46]|OAuth2?|[A-Z]+(?:s(?![a-z]))|[A-Z]+(?![a-z])\d*|[A-Z]?[a-z]+\d*|\d+/g;

/** The maximum length of a name; the rest is ignored. */
const LONGEST_NAME = 64;

/**
 * Splits a name in any style into words: `httpGet`, `http_get` and `http-get` have two. Digits belong to the word
 * before them. Characters other than Latin letters and digits separate words; letters lose their accents.
 */
export function wordsOf(name: string): string[] {
  const start = name.slice(0, LONGEST_NAME);
  const plain = isAscii(start) ? start : start.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return plain.match(WORD_PATTERN) ?? [];
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 127) return false;
  return true;
}

/** Joins words to a name in PascalCase: `http`, `get` become `HTTPGet`. Empty without words; a leading digit stays. */
export function pascalCase(words: readonly string[]): string {
  let name = '';
  for (const word of words) name += capitalised(word);
  return withCapitalsAfterDigits(name);
}

/** A name with a capital after each number, as json-schema-to-typescript writes names. */
export function withCapitalsAfterDigits(name: string): string {
  return name.replaceAll(/\d[a-z]/g, (match) => match.toUpperCase());
}

function capitalised(word: string): string {
  const [, letters = word, digits = ''] = /^([A-Za-z]+)(\d*)$/.exec(word) ?? [];
  const known = abbreviations.get(word.toLowerCase()) ?? abbreviations.get(letters.toLowerCase());
  if (known !== undefined) return known.length === word.length ? known : known + digits;
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Singular words that end like plurals. */
const singulars = new Set(
  `
  access address alias always analytics atlas aws bias bus canvas chaos cors cosmos dns egress gas gcs graphics has hdfs https ingress ios is its jenkins jks jwks kms kratos kubernetes less
  lens logistics means nats news nfs ops os pass physics pkcs plus postgres process progress qps rds redis semantics series sns species sqs sts success talos thanos this tls tps windows xss
  `
    .trim()
    .split(/\s+/),
);

/** Words from other languages with such endings are not plurals: `prometheus`, `analysis`, `axis`. */
const SINGULAR_END = /[a-z]{2}us$|[sx]is$/;

/** Plurals with these endings. */
const PLURALS_IN_US = /(?:^v?[a-z]pu|menu|sku|guru)s$/;

/** Plurals whose singular no rule of {@link singularOf} finds. */
const irregular: ReadonlyMap<string, string> = new Map([
  ['aches', 'ache'],
  ['aliases', 'alias'],
  ['caches', 'cache'],
  ['causes', 'cause'],
  ['clauses', 'clause'],
  ['children', 'child'],
  ['criteria', 'criterion'],
  ['indices', 'index'],
  ['matrices', 'matrix'],
  ['people', 'person'],
  ['vertices', 'vertex'],
  ['uses', 'use'],
  ['movies', 'movie'],
  ['cookies', 'cookie'],
  ['halves', 'half'],
  ['shelves', 'shelf'],
  ['leaves', 'leaf'],
  ['lives', 'life'],
  ['knives', 'knife'],
  ['selves', 'self'],
  ['men', 'man'],
  ['women', 'woman'],
  ['mice', 'mouse'],
]);

/** Turns the last word of a name, if it is a plural, into the singular: `httpRoutes` has the words of `httpRoute`. */
export function singularOf(words: readonly string[]): readonly string[] {
  const last = words.at(-1);
  const singular = last === undefined ? undefined : singularWord(last);
  return singular === undefined || singular === last ? words : [...words.slice(0, -1), singular];
}

function singularWord(word: string): string {
  const lower = word.toLowerCase();
  if (singulars.has(lower) || lower.length < 3 || !/[a-z]$/.test(word)) return word;
  const known = irregular.get(lower);
  if (known !== undefined) return withCaseOf(word, known);
  if (!lower.endsWith('s') || lower.endsWith('ss')) return word;
  // An abbreviation in the plural: IDs.
  if (/^[A-Z\d]+s$/.test(word)) return word.slice(0, -1);
  if (SINGULAR_END.test(lower) && !PLURALS_IN_US.test(lower)) return word;
  const candidates = [
    ...(lower.endsWith('ies') && lower.length > 4 ? [`${lower.slice(0, -3)}y`] : []),
    ...(/(?:ss|sh|ch|x|zz|us)es$/.test(lower) ? [lower.slice(0, -2)] : []),
    lower.slice(0, -1),
    ...(lower.endsWith('es') ? [lower.slice(0, -2)] : []),
  ];
  const found = candidates.find((candidate) => pluralise(candidate).toLowerCase() === lower);
  return withCaseOf(word, found ?? lower.slice(0, -1));
}

/** A word in lower case with the capitals at the beginning of another one. */
function withCaseOf(model: string, word: string): string {
  let same = 0;
  while (same < word.length && model.charAt(same).toLowerCase() === word.charAt(same)) same++;
  return model.slice(0, same) + word.slice(same);
}

/**
 * Joins two lists of words without repeating what both have where they meet: `HTTP Route` and `Route Rule` become `HTTP
 * Route Rule`.
 */
export function joinWords(before: readonly string[], after: readonly string[]): string[] {
  for (let length = Math.min(before.length, after.length); length > 0; length--) {
    const end = before.slice(-length);
    if (end.every((word, index) => word.toLowerCase() === after[index]?.toLowerCase())) {
      return [...before, ...after.slice(length)];
    }
  }
  return [...before, ...after];
}
