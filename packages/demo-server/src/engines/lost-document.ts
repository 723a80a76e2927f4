import { HttpError } from '../http/http-error.js';

/** For a document that was there when the catalogue was written. */
export function lostDocument(id: number): HttpError {
  const accepted = 'a product of a catalogue that is there; starting the demo again writes it';
  return new HttpError(404, 'no-document', `the grid has lost product ${id}`, accepted);
}
