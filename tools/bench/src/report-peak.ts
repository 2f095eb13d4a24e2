// Loaded into a measured process: leaves its peak memory, in KiB, where the measuring one looks.
import { writeFileSync } from 'node:fs';

const file = process.env.KB_BENCH_PEAK;
if (file) process.once('exit', () => writeFileSync(file, String(process.resourceUsage().maxRSS)));
