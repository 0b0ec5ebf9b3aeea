/** The part of Preact that the page uses. */
export function h(type: unknown, props?: object | null, ...children: unknown[]): VNode;
export function render(node: VNode | null, parent: Element): void;
export const Fragment: (props: { children?: unknown }) => VNode;
