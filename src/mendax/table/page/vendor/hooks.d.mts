/** The part of Preact's hooks that the page uses. */
export function useState<T>(first: T | (() => T)): [T, (next: T | ((old: T) => T)) => void];
export function useReducer<S, A>(reduce: (state: S, action: A) => S, first: S): [S, (action: A) => void];
export function useEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export function useLayoutEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export function useRef<T>(first: T): { current: T };
export function useMemo<T>(make: () => T, inputs: readonly unknown[]): T;
export function useCallback<T extends Function>(callback: T, inputs: readonly unknown[]): T;
export function useErrorBoundary(caught?: (error: Error) => void): [Error | undefined, () => void];
