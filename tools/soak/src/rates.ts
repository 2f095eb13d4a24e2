import type { FaultRates } from '@kb/testing';

/** How often what goes wrong. Two of five watches end as they should. */
export const rates: FaultRates = {
  requests: {
    refused: 0.002,
    'lost-before': 0.002,
    'lost-after': 0.004,
    unanswered: 0.001,
    slow: 0.004,
    truncated: 0.002,
    'too-many-requests': 0.004,
    'server-error': 0.004,
    gone: 0.05,
  },
  openings: { refused: 0.02, 'lost-before': 0.01, 'too-many-requests': 0.02, 'server-error': 0.005, gone: 0.005 },
  streams: {
    cut: 0.1,
    silent: 0.04,
    'slow-bytes': 0.06,
    late: 0.08,
    'truncated-line': 0.03,
    'gone-in-stream': 0.01,
    'error-in-stream': 0.01,
    duplicated: 0.1,
    stale: 0.1,
  },
};
