/** The cost of an operation at one size of its input. */
export interface SizedCost {
  readonly size: number;
  /** CPU seconds. */
  readonly seconds: number;
}

/**
 * Returns the exponent `k` of the curve `cost = c × size^k` that fits best: the slope of the least squares line through
 * the logarithms. 1 is linear, 2 quadratic. NaN for fewer than two different sizes, or if any cost is 0.
 */
export function exponentOf(costs: readonly SizedCost[]): number {
  if (costs.some(({ seconds }) => !(seconds > 0))) return Number.NaN;
  const points = costs.map(({ size, seconds }) => ({ x: Math.log(size), y: Math.log(seconds) }));
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / points.length;
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  if (points.length < 2 || spread === 0) return Number.NaN;
  return points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread;
}

/**
 * Predicts the seconds of the next size: the growth between the last two sizes continues, but is at least linear. With
 * only one size, growth is taken as linear.
 */
export function predictedCost(costs: readonly SizedCost[], nextSize: number): number {
  const last = costs.at(-1);
  if (last === undefined) return 0;
  const slope = exponentOf(costs.slice(-2));
  return last.seconds * (nextSize / last.size) ** Math.max(1, Number.isNaN(slope) ? 1 : slope);
}
