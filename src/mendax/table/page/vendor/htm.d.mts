/** HTM: a tag function for templates, to be bound to `h`. */
declare const htm: { bind(h: Function): (strings: TemplateStringsArray, ...values: unknown[]) => VNode };
export default htm;
