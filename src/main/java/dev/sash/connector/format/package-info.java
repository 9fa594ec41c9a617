/**
 * Bytes to columns: CSV and JSON lines, whatever connector the bytes come from.
 *
 * <p>Read in this order: {@link dev.sash.connector.format.InputFormat} (the options), {@link
 * dev.sash.connector.format.InputSource} (inputs → batches), {@code CsvReader} over {@code
 * CsvScanner}, {@code JsonReader} over {@code JsonNode}, {@code RowCollector} (a row is accepted or
 * reported), {@code FieldParser} (text → value, one class a type).
 *
 * <p>Everything is done on bytes in place: a field becomes a value without an object in between,
 * and a text that came before becomes its dictionary code without being decoded.
 */
@NullMarked
package dev.sash.connector.format;

import org.jspecify.annotations.NullMarked;
