import { type RefObject, useEffect, useState } from 'react';

/** The rows that are drawn, from `first` up to and without `end`. */
export interface VisibleWindow {
  readonly first: number;
  readonly end: number;
}

/** Rows above and below what is visible, so that scrolling does not show empty places. */
const SPARE = 8;

/** Which rows of a scrolled element are visible. */
export function useVisibleWindow(scroller: RefObject<HTMLElement | null>, rowHeight: number): VisibleWindow {
  const [visible, setVisible] = useState<VisibleWindow>({ first: 0, end: 60 });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const look = (): void => {
      const first = Math.max(0, Math.floor(element.scrollTop / rowHeight) - SPARE);
      const end = Math.ceil((element.scrollTop + element.clientHeight) / rowHeight) + SPARE;
      setVisible((now) => (now.first === first && now.end === end ? now : { first, end }));
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller, rowHeight]);
  return visible;
}
