import type { SelfSignedCertificate } from '../self-signed-adapter.ts';
import { examinePair, liveAuthorities, type Validity } from './examine-pair-adapter.ts';
import type { SecretContent } from './secret-content.ts';

/** What a renewal depends on. */
export interface RenewalSetting {
  /** The host names that the certificate has to be for. */
  readonly hosts: readonly string[];
  /** In milliseconds since the epoch. */
  readonly now: number;
  /** Authorities that callers must go on trusting, although the Secret may have lost them: PEM. */
  readonly known: string;
  /** Makes a pair with an authority of its own. */
  readonly make: () => Promise<SelfSignedCertificate>;
}

/** A content to be written, and why: the words of a log line. */
export interface Renewal {
  readonly content: SecretContent;
  readonly why: string;
}

/**
 * Returns the content that a Secret should have instead of its own; undefined if that is good. A pair that cannot be
 * served is replaced at once. When a third of its time is left, a next pair is made, and its authority is added; it is
 * served later, by {@link promoted}, when callers trust that authority. Authorities go when they expire.
 */
export async function renewedContent(
  content: SecretContent,
  { hosts, now, known, make }: RenewalSetting,
): Promise<Renewal | undefined> {
  const authorities = liveAuthorities([content.authorities], now);
  const use = { hosts, authorities: content.authorities, now };
  const pair = examinePair(content.pair, use);
  const next = content.next && examinePair(content.next, use);
  if ('problem' in pair) {
    if (content.next && next && 'validity' in next)
      return { content: { pair: content.next, authorities }, why: `${pair.problem}; the next one is served` };
    const { ca, ...made } = await make();
    const all = liveAuthorities([ca, content.authorities, known], now);
    return { content: { pair: made, authorities: all }, why: pair.problem };
  }
  const hasNext = next !== undefined && 'validity' in next;
  if (!hasNext && isDue(pair.validity, now)) {
    const { ca, ...made } = await make();
    return {
      content: { pair: content.pair, next: made, authorities: liveAuthorities([ca, content.authorities], now) },
      why: 'a third of its time is left; the next certificate was made',
    };
  }
  if (next !== undefined && !hasNext)
    return {
      content: { pair: content.pair, authorities },
      why: `the next certificate cannot be used: ${next.problem}`,
    };
  return authorities === content.authorities
    ? undefined
    : { content: { ...content, authorities }, why: 'an authority has expired, or cannot be read' };
}

/** The content in which the next pair has become the one that is served; undefined without a next pair. */
export function promoted({ next, authorities }: SecretContent): Renewal | undefined {
  return next && { content: { pair: next, authorities }, why: 'callers trust the next certificate' };
}

function isDue({ from, to }: Validity, now: number): boolean {
  return to - now <= (to - from) / 3;
}
