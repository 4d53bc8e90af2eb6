// Python objects to bytes: exact types only, C API only, except the reducers of library types.
#pragma once

#include <pybind11/pybind11.h>

#include "../codec.hpp"

namespace effibench::bind {

class Encoder {
 public:
  Encoder(codec::Writer& out, std::uint64_t max_nodes, std::uint32_t max_depth) noexcept
      : out_(out), nodes_left_(max_nodes), depth_left_(max_depth) {}

  // Throws Unsupported, codec::TooLarge, or what a reducer raised.
  void value(PyObject* object);

  // One more container around what follows, until the guard goes.
  class Level {
   public:
    explicit Level(Encoder& encoder) : encoder_(encoder) {
      if (encoder_.depth_left_ == 0) {
        throw codec::TooLarge("the value nests deeper than the allowed depth (or contains itself)");
      }
      --encoder_.depth_left_;
    }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    ~Level() { ++encoder_.depth_left_; }

   private:
    Encoder& encoder_;
  };

  [[nodiscard]] codec::Writer& out() noexcept { return out_; }

 private:
  void integer(PyObject* object);
  void text(PyObject* object);
  void sequence(PyObject* object, codec::Tag tag);
  void dictionary(PyObject* object);
  void set(PyObject* object, codec::Tag tag);
  void library_type(PyObject* object);
  void extension(PyObject* object, PyObject* entry);

  codec::Writer& out_;
  std::uint64_t nodes_left_;
  std::uint32_t depth_left_;
};

// An ndarray whose dtype is simple or object; false if the dtype needs the reducer.
bool encode_array(Encoder& encoder, PyObject* object);

// A numpy scalar whose type fixes its dtype.
void encode_scalar(codec::Writer& out, PyObject* object, std::string_view dtype);

}  // namespace effibench::bind
