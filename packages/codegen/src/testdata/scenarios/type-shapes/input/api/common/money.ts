import type { int64 } from '@kb/apimachinery';

/** Money is an amount. */
export interface Money {
  /** Cents of it. */
  cents: int64;
  currency?: Currency;
}

/** Currency of an amount. */
export enum Currency {
  Euro = 'EUR',
  Dollar = 'USD',
}
