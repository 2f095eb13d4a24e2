import { readdirSync, readFileSync } from 'node:fs';

/** The system's statistics of this process. Undefined where the system does not have them. */
export interface ProcessStatistics {
  readonly cpuSeconds: number;
  readonly residentBytes: number;
  readonly virtualBytes: number | undefined;
  readonly maxVirtualBytes: number | undefined;
  readonly openFiles: number | undefined;
  readonly maxFiles: number | undefined;
  readonly receivedBytes: number | undefined;
  readonly sentBytes: number | undefined;
  /** Seconds since 1970. */
  readonly startTime: number;
  readonly heapTotalBytes: number;
  readonly heapUsedBytes: number;
  readonly externalBytes: number;
  /** How long the event loop has worked, and waited for work. */
  readonly loopActiveSeconds: number;
  readonly loopIdleSeconds: number;
  readonly nodeVersion: string;
}

/** Reads the current statistics. */
export function readProcessStatistics(): ProcessStatistics {
  const { user, system } = process.cpuUsage();
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage();
  const { active, idle } = performance.eventLoopUtilization();
  const limits = read('/proc/self/limits');
  const octets = networkOctets(read('/proc/self/net/netstat'));
  return {
    cpuSeconds: (user + system) / 1e6,
    residentBytes: rss,
    virtualBytes: numberOf(read('/proc/self/status'), /^VmSize:\s+(\d+) kB/m, 1024),
    maxVirtualBytes: limitOf(limits, 'Max address space'),
    openFiles: countOf('/proc/self/fd'),
    maxFiles: limitOf(limits, 'Max open files'),
    receivedBytes: octets?.received,
    sentBytes: octets?.sent,
    startTime: performance.timeOrigin / 1000,
    heapTotalBytes: heapTotal,
    heapUsedBytes: heapUsed,
    externalBytes: external,
    loopActiveSeconds: active / 1000,
    loopIdleSeconds: idle / 1000,
    nodeVersion: process.version,
  };
}

/** Undefined where there is no such file: only Linux has them. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function countOf(folder: string): number | undefined {
  try {
    return readdirSync(folder).length;
  } catch {
    return undefined;
  }
}

function numberOf(text: string | undefined, pattern: RegExp, factor = 1): number | undefined {
  const match = text === undefined ? undefined : pattern.exec(text);
  return match ? Number(match[1]) * factor : undefined;
}

/** "unlimited" becomes the largest 64-bit number, as in Go's library. */
function limitOf(limits: string | undefined, name: string): number | undefined {
  const match = limits === undefined ? undefined : new RegExp(`^${name}\\s+(\\S+)`, 'm').exec(limits);
  if (!match) return undefined;
  return match[1] === 'unlimited' ? 2 ** 64 : Number(match[1]);
}

function networkOctets(netstat: string | undefined): { received: number; sent: number } | undefined {
  const [names, values] = netstat?.match(/^IpExt: .*/gm)?.map((line) => line.split(' ')) ?? [];
  if (!names || !values) return undefined;
  return { received: Number(values[names.indexOf('InOctets')]), sent: Number(values[names.indexOf('OutOctets')]) };
}
